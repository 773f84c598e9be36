package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole loop, with the compiler, the worker and the store of this machine.
@Timeout(90)
class ForgeTest {
    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void open() {
        forge = Forge.open(environment());
    }

    private Map<String, String> environment() {
        return Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH"));
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        forge.close();
        for (int i = 0; i < 100 && children() > 0; i++) Thread.sleep(50);
        assertThat(children()).isZero();
    }

    private static long children() {
        return ProcessHandle.current().descendants().count();
    }

    @Test
    void aRunTriesVerifiesKeepsAndConfirms() {
        var ended = new ArrayList<Trial>();
        var run = forge.optimize("softmax")
                .shape("64x128")
                .iterations(3)
                .seed(1)
                .name("first")
                .listener(new RunListener() {
                    @Override
                    public void ended(Trial trial) {
                        // in the store before anybody is told
                        ended.add(trial);
                        assertThat(forge.store().last().orElseThrow().trials()).hasSize(ended.size());
                    }
                })
                .run();
        assertThat(run.trials()).isNotEmpty().isEqualTo(ended);
        assertThat(run.trials())
                .extracting(Trial::number)
                .isEqualTo(
                        Stream.iterate(0, n -> n + 1).limit(run.trials().size()).toList());
        assertThat(run.trials())
                .extracting(Trial::iteration)
                .contains(0, 1, 2, 3)
                .doesNotContain(4);
        assertThat(run.trials())
                .allSatisfy(trial -> assertThat(trial.outcome())
                        .as(trial.title() + ": " + trial.outcome().message())
                        .isInstanceOf(Outcome.Timed.class));
        assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("iterations");
        var best = run.best().orElseThrow();
        assertThat(((Outcome.Timed) best.outcome()).evidence().checks()).isNotEmpty();
        assertThat(run.bestSource()).startsWith("/* forge 1 c softmax");
        assertThat(run.speedup()).isGreaterThan(1);
        assertSameInAnotherProcess(run);
    }

    private void assertSameInAnotherProcess(Run run) {
        try (var other = Forge.open(environment())) {
            var kept = other.run("first");
            assertThat(kept.id()).isEqualTo(run.id());
            assertThat(kept.trials()).hasSize(run.trials().size());
            assertThat(kept.trials())
                    .extracting(trial -> trial.outcome().message())
                    .isEqualTo(run.trials().stream()
                            .map(trial -> trial.outcome().message())
                            .toList());
            assertThat(kept.speedup()).isEqualTo(run.speedup());
            assertThat(other.last().id()).isEqualTo(run.id());
        }
    }

    /// Runs on a thread of its own and interrupts that from here once `enough` has counted down.
    private Object interrupted(Optimization optimization, CountDownLatch enough) throws InterruptedException {
        var result = new AtomicReference<Object>();
        var thread = Thread.ofPlatform().start(() -> {
            try {
                result.set(optimization.run());
            } catch (RuntimeException thrown) {
                result.set(thrown);
            }
        });
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        Thread.sleep(30);
        long start = System.nanoTime();
        thread.interrupt();
        thread.join(10_000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        return result.get();
    }

    @Test
    void anInterruptFromAnotherThreadEndsItAndKeepsItsTrials() throws InterruptedException {
        var trials = new CountDownLatch(4);
        var optimization = forge.optimize("softmax")
                .shape("256x512")
                .iterations(1000)
                .listener(new RunListener() {
                    @Override
                    public void ended(Trial trial) {
                        trials.countDown();
                    }
                });
        var run = (Run) interrupted(optimization, trials);
        assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("interrupted");
        assertThat(run.trials()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(forge.store().find(run.id()).trials()).hasSize(run.trials().size());
        assertThat(run.best()).isPresent();
    }

    @Test
    void anInterruptWhileThingsAreMadeReadyCancelsTheRun() throws InterruptedException {
        var measuring = new CountDownLatch(2);
        var optimization = forge.optimize("softmax").shape("64x128").listener(new RunListener() {
            @Override
            public void preparing(String what) {
                measuring.countDown();
            }
        });
        assertThat(interrupted(optimization, measuring)).isInstanceOf(CancellationException.class);
        assertThat(forge.runs()).isEmpty();
    }

    /// Whatever it is doing when the flag is raised: compiling, verifying, writing to the store, confirming.
    @ParameterizedTest
    @ValueSource(strings = {"trying", "confirming"})
    void anInterruptAtAnyMomentIsNoFailure(String moment) {
        var listener = new RunListener() {
            private void at(String here) {
                if (here.equals(moment)) Thread.currentThread().interrupt();
            }

            @Override
            public void trying(int iteration, String change) {
                if (iteration == 1) at("trying");
            }

            @Override
            public void confirming(Trial winner) {
                at("confirming");
            }
        };
        try {
            var run = forge.optimize("softmax")
                    .shape("64x128")
                    .iterations(1)
                    .listener(listener)
                    .run();
            assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("interrupted");
            assertThat(forge.store().find(run.id()).trials())
                    .hasSize(run.trials().size());
            assertThat(run.trials())
                    .hasSizeGreaterThanOrEqualTo(
                            switch (moment) {
                                case "started" -> 0;
                                case "trying" -> 1;
                                default -> 2;
                            });
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
        }
    }

    @Test
    void inThisProcessWithAWarmCacheARunIsTheSame() {
        var run = forge.optimize("softmax")
                .shape("64x128")
                .iterations(2)
                .isolation("in-process")
                .cache("warm")
                .seed(1) // tries vectors at once
                .run();
        assertThat(run.speedup()).isGreaterThan(1);
        var settings = forge.store().find(run.id()).header().settings();
        assertThat(settings.isolation()).isEqualTo("in-process");
        assertThat(settings.cache()).isEqualTo("warm");
        assertThat(run.summary().stringColumn("version").asList()).endsWith("naive, cold cache", "best, cold cache");
    }

    /// The lock is everybody's: another run of this machine may have it too, so nothing is said of when it is free.
    @Test
    void aRunWaitsForAnotherAndSaysSo() throws InterruptedException {
        var told = new ArrayList<String>();
        var waiting = new CountDownLatch(1);
        var held = new CountDownLatch(1);
        var other = Thread.ofPlatform()
                .start(() -> new DeviceLock(DeviceLock.file("cpu"), () -> {}, () -> {}).holding(() -> {
                    held.countDown();
                    return await(waiting);
                }));
        held.await();
        var run = forge.optimize("softmax").shape("64x128").iterations(1).listener(new RunListener() {
            @Override
            public void waiting(String device) {
                told.add("waiting for " + device);
                waiting.countDown();
            }

            @Override
            public void goingOn() {
                told.add("going on");
            }
        });
        assertThat(run.run().trials()).hasSizeGreaterThan(1);
        other.join();
        assertThat(told).startsWith("waiting for cpu", "going on");
    }

    @Test
    void anInterruptEndsTheWaitForAnotherRun() throws InterruptedException {
        var done = new CountDownLatch(1);
        var held = new CountDownLatch(1);
        var waiting = new CountDownLatch(1);
        var other = Thread.ofPlatform()
                .start(() -> new DeviceLock(DeviceLock.file("cpu"), () -> {}, () -> {}).holding(() -> {
                    held.countDown();
                    return await(done);
                }));
        held.await();
        var optimization = forge.optimize("softmax").shape("64x128").listener(new RunListener() {
            @Override
            public void waiting(String device) {
                waiting.countDown();
            }
        });
        assertThat(interrupted(optimization, waiting)).isInstanceOf(CancellationException.class);
        done.countDown();
        other.join();
        assertThat(forge.runs()).isEmpty();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aShapeThatNoMemoryHoldsIsRefusedInWords() {
        assertThatThrownBy(
                        () -> forge.optimize("softmax").shape("1000000x1000000").run())
                .isInstanceOf(SpecException.class)
                .hasMessageMatching("softmax 1000000x1000000 f32 needs [\\d.]+ GB to be tried and checked, this machine"
                        + " has [\\d.]+ GB free: take a smaller shape");
        assertThatThrownBy(() ->
                        forge.optimize("softmax").shape("9000000000x9000000000").run())
                .isInstanceOf(SpecException.class)
                .hasMessageNotContaining("\n");
        assertThat(forge.runs()).isEmpty();
    }

    @Test
    void withoutACompilerItSaysWhatToInstall() {
        forge.close();
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", home.toString()));
        assertThatThrownBy(() -> forge.optimize("softmax").shape("64x128").run())
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("no C compiler found: install gcc");
        assertThat(forge.runs()).isEmpty();
    }

    @Test
    void aHomeThatCannotBeWrittenIsKnownBeforeAnyWork() throws IOException {
        forge.close();
        var file = Files.writeString(home.resolve("file"), "");
        forge = Forge.open(Map.of("JFORGE_HOME", file.toString(), "PATH", System.getenv("PATH")));
        long start = System.nanoTime();
        var thrown =
                catchThrowable(() -> forge.optimize("softmax").shape("64x128").run());
        assertThat(thrown)
                .isInstanceOf(io.jforge.runtime.store.StoreException.class)
                .hasMessageContaining(file.toString());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
}
