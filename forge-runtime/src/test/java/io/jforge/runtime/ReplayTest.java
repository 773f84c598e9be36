package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.propose.GivenProposer;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that are tried again: from the store, from a file, of an op that came with it.
@Timeout(240)
class ReplayTest {
    private static final Path SWIGLU = Path.of("src/test/resources/specs/swiglu");

    @TempDir
    Path folder;

    private Forge here;
    private Forge there;
    private Path file;

    @BeforeEach
    void open() {
        here = forge("here");
        there = forge("there");
        file = folder.resolve("it.jforge");
    }

    private Forge forge(String name) {
        return Forge.open(Map.of(
                "JFORGE_HOME", folder.resolve(name).toString(), "PATH", System.getenv("PATH"), "HOME", "/home/x"));
    }

    @AfterEach
    void close() throws InterruptedException {
        here.close();
        there.close();
        EventfulRun.assertNoProcessIsLeft();
    }

    /// Right with two points, wrong, rejected by the compiler, and an answer that was none.
    private static Proposer mixed() {
        return new GivenProposer(List.of(
                new Proposal(Source.parse(OwnSources.RIGHT), "single precision", ""),
                new Proposal(Source.parse(OwnSources.WRONG), "no division", ""),
                new Proposal(Source.parse(OwnSources.BROKEN), "no semicolon", ""),
                new Proposal(Source.unusable(Language.C, "softmax", "it is prose", "I think so."), "prose", "")));
    }

    private Run made() {
        return here.optimize("softmax")
                .device("cpu")
                .shape("64x128")
                .iterations(4)
                .seed(1)
                .baseline("naive")
                .proposer(mixed())
                .run();
    }

    /// All of a trial but what is measured.
    private static List<Object> places(RunRecord run) {
        return run.trials().stream()
                .map(trial -> (Object) List.of(
                        trial.number(),
                        trial.node(),
                        trial.parentNode(),
                        trial.iteration(),
                        trial.change(),
                        trial.recipe(),
                        trial.candidate(),
                        trial.outcome().label()))
                .toList();
    }

    private static Set<Long> seeds(RunRecord run) {
        return run.trials().stream()
                .map(Trial::outcome)
                .filter(Outcome.Timed.class::isInstance)
                .flatMap(outcome -> ((Outcome.Timed) outcome).evidence().checks().stream())
                .map(Check::seed)
                .collect(Collectors.toSet());
    }

    @Test
    void aRunIsReproducedFromItsFileOnAnotherStoreAndShownThereOnceItIsImported() {
        var original = made().record();
        assertThat(original.counts()).containsOnlyKeys("timed", "wrong", "rejected");
        here.export(here.run(original.header().id()), file);
        var run = there.replay(file.toString()).run();
        var record = run.record();
        assertThat(places(record)).isEqualTo(places(original));
        var fresh = new HashSet<>(seeds(record));
        fresh.retainAll(seeds(original));
        assertThat(fresh).isEmpty();
        assertThat(record.header().settings().search()).isEqualTo("replay");
        assertThat(record.header().replayed())
                .contains(new RunHeader.Replayed(original.header().id(), "it.jforge"));
        assertThat(record.ending().orElseThrow().confirmation().orElseThrow().trial())
                .isEqualTo(original.winner().orElseThrow().number());
        assertThat(record.ending().orElseThrow().warnings()).isEmpty();
        var told = run.reproduction().orElseThrow();
        assertThat(told.changed()).isEmpty();
        assertThat(told.sameDevice()).isTrue();
        assertThat(told.repeated().confirmed()).isPresent();
        assertThat(there.runs()).extracting(Run::id).containsExactly(run.id());
        assertThat(there.run(run.id()).reproduction()).isEmpty();
        there.importRun(file);
        var shown = there.run(run.id()).reproduction().orElseThrow();
        assertThat(shown.reason()).isEqualTo(told.reason());
        assertThat(shown.reproduced()).isEqualTo(told.reproduced());
        assertThatThrownBy(() -> there.resume(run.id()))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "run %s tried the trials of %s again: `replay it.jforge` does so from the first one",
                        run.id(), original.header().id());
    }

    @Test
    void aReplayThatIsStoppedKeepsWhatItTriedAndIsNoReproduction() throws Exception {
        var original = made().record();
        var first = new CountDownLatch(2);
        var background = here.replay(original.header().id())
                .listener(new RunListener() {
                    @Override
                    public void ended(Trial trial) {
                        first.countDown();
                    }
                })
                .start();
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
        here.stop(background.id());
        var run = background.await();
        assertThat(run.record().state()).isEqualTo("interrupted");
        int tried = run.trials().size();
        assertThat(tried).isBetween(2, original.trials().size() - 1);
        assertThat(run.reproduction().orElseThrow().reproduced()).isFalse();
        assertThat(here.run(run.id()).reproduction().orElseThrow().reason())
                .isEqualTo("%d of its %d trials were tried again (interrupted)"
                        .formatted(tried, original.trials().size()));
    }

    @Test
    void anOpThatTheFileCarriesIsDefinedAndAnotherOneOfItsNameRefused() throws Exception {
        here.define(SWIGLU);
        var original = here.optimize("swiglu")
                .shape("small")
                .device("cpu")
                .iterations(1)
                .baseline("naive")
                .seed(1)
                .run();
        assertThat(here.archive(original).notes()).isEmpty();
        here.export(original, file);
        there.importRun(file);
        assertThatThrownBy(() -> there.replay(original.id()).run())
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(
                        "the op swiglu, of which run %s is, is not defined here".formatted(original.id()));
        assertThat(there.catalogue().names()).doesNotContain("swiglu");
        var run = there.replay(file.toString()).run();
        assertThat(run.reproduction().orElseThrow().changed()).isEmpty();
        assertThat(there.catalogue().names()).contains("swiglu");
        try (var other = forge("other")) {
            var changed = folder.resolve("changed");
            java.nio.file.Files.createDirectory(changed);
            try (var files = java.nio.file.Files.list(SWIGLU)) {
                for (var each : files.toList())
                    java.nio.file.Files.writeString(
                            changed.resolve(each.getFileName().toString()),
                            java.nio.file.Files.readString(each).replace("doc: ", "doc: My own "));
            }
            other.define(changed);
            assertThatThrownBy(() -> other.replay(file.toString()).run())
                    .isInstanceOf(SpecException.class)
                    .hasMessage("the op swiglu is another one here than it.jforge carries: replay it in a session that"
                            + " has not defined it");
        }
    }

    /// Its sizes in another order than the op has them, as another program may write JSON.
    private static RunRecord kept(String device, Map<String, String> facts, List<Trial> trials) {
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("cols", 128L);
        sizes.put("rows", 64L);
        var like = Runs.header("softmax-12ab");
        var header = new RunHeader(
                like.id(),
                like.name(),
                like.op(),
                sizes,
                like.dtypes(),
                like.dtype(),
                "softmax 64x128 f32",
                device,
                like.seed(),
                like.settings(),
                like.roofline(),
                like.leastMicros(),
                like.memoryBound(),
                facts,
                like.started());
        return new RunRecord(header, trials, Optional.empty());
    }

    @Test
    void whatCannotBeTriedAgainIsSaidBeforeAnythingStarts() {
        here.store().restore(kept("cuda:7", Map.of("cores", "132"), Runs.trials()));
        if (here.devices().size() == 1)
            assertThatThrownBy(() -> here.replay("softmax-12ab").run())
                    .isInstanceOf(NoSuchDevice.class)
                    .hasMessageContaining("there is no NVIDIA GPU here");
        assertThatThrownBy(() -> here.replay("softmax-12ab").device("cpu").run())
                .isInstanceOf(SpecException.class)
                .hasMessage("run softmax-12ab is in cuda, and cpu runs c: give --device one that runs it");
        assertThatThrownBy(() -> here.replay("softmax-12ab").device("cuda:99").start())
                .isInstanceOf(NoSuchDevice.class);
        there.store().restore(kept("cpu", Map.of(), Runs.trials().subList(1, 3)));
        assertThatThrownBy(() -> there.replay("softmax-12ab").run())
                .hasMessage(
                        "run softmax-12ab lacks trial 0, which a damaged store lost: it cannot be tried again as it was");
        assertThatThrownBy(() -> there.replay("none.jforge")).hasMessage("none.jforge: there is no such file");
        assertThatThrownBy(() -> there.replay("softmax-12ac"))
                .hasMessage("no run 'softmax-12ac'. Did you mean softmax-12ab? `%forge runs` lists them.");
        assertThat(here.runs()).hasSize(1);
        assertThat(there.runs()).hasSize(1);
    }

    @Test
    void anOpThatHasChangedSinceIsWarnedOf() {
        var target = here.device("cpu");
        var facts = new LinkedHashMap<String, String>();
        facts.put("op files", "0123456789abcdef");
        var naive = here.catalogue().find("softmax").naive(target.language());
        var trial = new Trial(
                0,
                0,
                -1,
                0,
                "naive",
                "",
                new io.jforge.runtime.trial.Candidate(naive, Map.of()),
                Runs.timed(16000),
                io.jforge.runtime.trial.Stages.NONE,
                io.jforge.runtime.trial.Resources.NONE,
                Runs.START);
        here.store().restore(kept("cpu", facts, List.of(trial)));
        var run = here.replay("softmax-12ab").run();
        assertThat(run.record().ending().orElseThrow().warnings())
                .contains("the op softmax has changed since run softmax-12ab was made: its sources are judged by what"
                        + " it is now");
        var told = run.reproduction().orElseThrow();
        assertThat(told.reproduced()).isFalse();
        assertThat(told.reason()).isEqualTo("it has the naive source alone, so there is nothing to reproduce");
    }
}
