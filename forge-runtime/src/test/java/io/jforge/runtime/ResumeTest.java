package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs in the background, watched and stopped from elsewhere, gone on with after an interrupt or a crash.
@Timeout(240)
class ResumeTest {
    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void open() {
        forge = another();
    }

    private Forge another() {
        return Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")));
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        forge.close();
        for (int i = 0; i < 100 && children() > 0; i++) Thread.sleep(50);
        assertThat(children()).isZero();
        assertThat(home.resolve("running")).isEmptyDirectory();
    }

    private static long children() {
        return ProcessHandle.current().descendants().count();
    }

    private Optimization optimization(int iterations) {
        return forge.optimize("softmax")
                .device("cpu")
                .shape("64x128")
                .iterations(iterations)
                .seed(1)
                .baseline("naive")
                .name("mine");
    }

    /// Counts trials down.
    private static RunListener after(CountDownLatch trials) {
        return new RunListener() {
            @Override
            public void ended(Trial trial) {
                trials.countDown();
            }
        };
    }

    /// A run that was stopped from another Forge after four trials at least.
    private RunRecord stopped() throws InterruptedException {
        var enough = new CountDownLatch(4);
        var background = optimization(7).listener(after(enough)).start();
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        try (var other = another()) {
            assertThat(other.run(background.id()).record().state()).isEqualTo("running");
            assertThat(other.stop("mine")).isEqualTo(background.id());
            var run = other.watch(background.id(), RunListener.NONE).record();
            assertThat(told(background.await().record().trials())).isEqualTo(told(run.trials()));
            assertThat(run.state()).isEqualTo("interrupted");
            return run;
        }
    }

    /// What is the same of a trial before and after it was kept, which rounds the stages' times.
    private static List<String> told(List<Trial> trials) {
        return trials.stream()
                .map(trial -> trial.number() + " " + trial.title() + ": "
                        + trial.outcome().message() + " " + trial.medianMicros())
                .toList();
    }

    private static void assertWhole(RunRecord run, List<Trial> before, int iterations) {
        assertThat(run.state()).isEqualTo("finished");
        assertThat(told(run.trials()).subList(0, before.size())).isEqualTo(told(before));
        assertThat(run.trials())
                .extracting(Trial::number)
                .isEqualTo(java.util.stream.IntStream.range(0, run.trials().size())
                        .boxed()
                        .toList());
        assertThat(run.iterations()).isEqualTo(iterations);
        assertThat(run.ending().orElseThrow().confirmation()).isPresent();
    }

    @Test
    void aRunThatWasStoppedGoesOnToItsEnd() throws Exception {
        var before = stopped();
        var run = forge.resume("mine").run().record();
        assertWhole(run, before.trials(), 7);
        assertThat(run.header().id()).isEqualTo(before.header().id());
        assertThat(run.header().resumed()).hasSize(1);
        assertThat(run.header().resumed().getFirst().trials())
                .isEqualTo(before.trials().size());
        assertThat(run.ending().orElseThrow().wallSeconds())
                .isGreaterThan(before.ending().orElseThrow().wallSeconds());
        assertThat(told(forge.store().find("mine").trials())).isEqualTo(told(run.trials()));
        assertThat(forge.runs()).hasSize(1);
    }

    @Test
    void aRunThatHasFinishedGoesOnOnlyWithMoreToDo() {
        var first = optimization(2).run().record();
        assertThatThrownBy(() -> forge.resume("mine").run())
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "run %s has finished (all iterations done): `resume %s --iters 4` goes on with it, or"
                                + " --time or --budget where that ended it",
                        first.header().id(), first.header().id());
        var longer = forge.resume("mine").iterations(4).run().record();
        assertWhole(longer, first.trials(), 4);
        assertThat(longer.header().settings().iterations()).isEqualTo(4);
    }

    @Test
    void onAnotherDeviceModelEveryTrialIsMeasuredAgainAsARunOfItsOwn() throws Exception {
        var first = optimization(3).run().record();
        claimToBeMadeOn("Another Processor 9000");
        var warnings = new ArrayList<String>();
        var again = forge.resume("mine")
                .listener(new RunListener() {
                    @Override
                    public void warning(String what) {
                        warnings.add(what);
                    }
                })
                .run()
                .record();
        assertThat(again.header().id()).isNotEqualTo(first.header().id());
        assertThat(again.header().environment())
                .containsEntry("resumed from", first.header().id());
        assertThat(warnings.getFirst())
                .startsWith("run %s was made on Another Processor 9000: its trials are measured again on "
                        .formatted(first.header().id()));
        assertThat(again.ending().orElseThrow().warnings()).contains(warnings.getFirst());
        assertThat(again.trials())
                .extracting(Trial::title)
                .startsWith(first.trials().stream().map(Trial::title).toArray(String[]::new));
        assertThat(again.trials().getFirst().ended())
                .isAfter(first.trials().getLast().ended());
        assertThat(again.state()).isEqualTo("finished");
        assertThat(told(forge.run(first.header().id()).trials())).isEqualTo(told(first.trials()));
    }

    @Test
    void aRunThatADamagedStoreLeftInPartIsNotGoneOnWith() throws Exception {
        var run = optimization(2).run();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("runs.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("delete from trials where number = 1"))
                    .isEqualTo(1);
        }
        assertThatThrownBy(() -> forge.resume("mine").iterations(4).run())
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "run %s lacks trial 1, which a damaged store lost: `optimize softmax --from %s/best` searches on from its best",
                        run.id(), run.id());
    }

    private void claimToBeMadeOn(String processor) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("runs.db"));
                var change = connection.prepareStatement(
                        "update runs set header = json_set(header, '$.environment.processor', ?)")) {
            change.setString(1, processor);
            assertThat(change.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void aSourceThatASearchStartedFromIsKeptWithTheRun() throws Exception {
        var file = Files.writeString(home.resolve("mine.c"), OwnSources.RIGHT);
        optimization(2).from(file.toString()).run();
        Files.delete(file);
        var run = forge.resume("mine").iterations(3).run().record();
        assertThat(run.trials().get(1).change()).isEqualTo(file.toString());
        assertThat(run.trials())
                .filteredOn(trial -> trial.node() > 1)
                .isNotEmpty()
                .allMatch(trial -> trial.parentNode() > 0);
        assertThat(run.iterations()).isEqualTo(3);
    }

    @Test
    void aRunThatGoesOnIsNeitherGoneOnWithNorDoneTwice() throws Exception {
        var first = new CountDownLatch(1);
        var background = optimization(30).listener(after(first)).start();
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
        var id = background.id();
        assertThatThrownBy(() -> forge.resume(id).run())
                .isInstanceOf(SpecException.class)
                .hasMessage("run %s is still going on: `watch %s` follows it, `stop %s` ends it", id, id, id);
        assertThat(background.isGoingOn()).isTrue();
        background.stop();
        assertThat(background.await().record().state()).isEqualTo("interrupted");
        assertThat(background.isGoingOn()).isFalse();
        assertThatThrownBy(() -> forge.stop(id)).hasMessage("run %s does not go on: it was interrupted", id);
        assertThatThrownBy(() -> forge.stop("")).hasMessage("no run goes on now: `runs` lists those that did");
    }

    @Test
    void whoWatchesIsToldOfEachTrialOnceAndOfTheEnd() {
        var heard = new CopyOnWriteArrayList<String>();
        var background = optimization(3).start();
        var watched = forge.watch(background.id(), new RunListener() {
            @Override
            public void started(RunHeader header) {
                heard.add("started " + header.id());
            }

            @Override
            public void ended(Trial trial) {
                heard.add("trial " + trial.number());
            }

            @Override
            public void finished(RunRecord run) {
                heard.add("finished");
            }
        });
        assertThat(told(watched.trials())).isEqualTo(told(background.await().trials()));
        var expected = new ArrayList<>(List.of("started " + background.id()));
        for (var trial : watched.trials()) expected.add("trial " + trial.number());
        expected.add("finished");
        assertThat(heard).isEqualTo(expected);
    }

    @Test
    void interruptingAWatchLeavesTheRunAlone() throws Exception {
        var first = new CountDownLatch(1);
        var background = optimization(30).listener(after(first)).start();
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> forge.watch(background.id(), RunListener.NONE))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(background.isGoingOn()).isTrue();
        background.stop();
        background.await();
    }

    @Test
    void whatFailsInTheBackgroundIsToldAndThrownToWhoWaits() {
        forge.close();
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "CC", "/no/such/compiler", "PATH", ""));
        var told = new CopyOnWriteArrayList<Throwable>();
        var background = optimization(3)
                .listener(new RunListener() {
                    @Override
                    public void failed(Throwable why) {
                        told.add(why);
                    }
                })
                .start();
        assertThatThrownBy(background::await).isInstanceOf(io.jforge.runtime.compile.MissingTool.class);
        assertThat(told).hasSize(1);
        assertThatThrownBy(() -> forge.watch(background.id(), RunListener.NONE))
                .hasMessageContaining("no run '" + background.id());
    }

    @Test
    void whatCanBeRefusedIsRefusedBeforeAThreadStarts() {
        assertThatThrownBy(() -> optimization(3).shape("64").start()).isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> optimization(0).start()).isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> forge.resume("mine")).hasMessageContaining("no run 'mine'");
        optimization(1).time(Duration.ofMinutes(1)).run();
    }
}
