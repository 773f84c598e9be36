package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that go from one store to another.
class ArchivingTest {
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
                "JFORGE_HOME",
                folder.resolve(name).toString(),
                "HOME",
                "/home/" + name,
                "PATH",
                "",
                "OPENAI_API_KEY",
                "sk-planted-0123"));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static RunRecord run(String op, Map<String, String> facts) {
        return run(op, facts, Runs.header("softmax-12ab").settings());
    }

    private static RunRecord run(String op, Map<String, String> facts, RunHeader.Settings settings) {
        var like = Runs.header("softmax-12ab", "mine", Runs.START);
        var header = new RunHeader(
                like.id(),
                like.name(),
                op,
                like.symbols(),
                like.dtypes(),
                like.dtype(),
                like.task(),
                like.device(),
                like.seed(),
                settings,
                like.roofline(),
                like.leastMicros(),
                like.memoryBound(),
                facts,
                like.started());
        var ending = new RunEnding("iterations", 12.5, Optional.of(Runs.confirmation()));
        return new RunRecord(header, trials(op), Optional.of(ending));
    }

    private static List<Trial> trials(String op) {
        return Runs.trials().stream()
                .map(like -> new Trial(
                        like.number(),
                        like.node(),
                        like.parentNode(),
                        like.iteration(),
                        like.change(),
                        like.recipe(),
                        new Candidate(
                                Source.parse(like.candidate().source().text().replace("softmax", op)),
                                like.candidate().assignment()),
                        like.outcome(),
                        like.stages(),
                        like.resources(),
                        like.ended()))
                .toList();
    }

    private void export(RunRecord run) {
        here.store().restore(run);
        here.export(here.run(run.header().id()), file);
    }

    private static Map<String, String> own(RunRecord run) {
        var facts = new LinkedHashMap<>(run.header().environment());
        facts.keySet().removeAll(List.of("imported", "imported id", "op files"));
        return facts;
    }

    @Test
    void itIsTheSameRunThere() throws IOException {
        var run = run("softmax", Map.of("compiler", "/home/here/bin/gcc 14", "cores", "2"));
        export(run);
        var imported = there.importRun(file);
        assertThat(imported.isNew()).isTrue();
        assertThat(imported.notes()).isEmpty();
        assertThat(imported.summary())
                .isEqualTo("imported run softmax-12ab: softmax 4096x1024 f32 on cpu, 5 trials, finished");
        var kept = there.run("mine").record();
        assertThat(kept.trials()).isEqualTo(run.trials());
        assertThat(kept.ending()).isEqualTo(run.ending());
        assertThat(own(kept)).isEqualTo(Map.of("compiler", "~/bin/gcc 14", "cores", "2"));
        assertThat(kept.header().in(Map.of())).isEqualTo(run.header().in(Map.of()));
        var again = folder.resolve("again.jforge");
        there.export(there.run("mine"), again);
        assertThat(again).hasSameBinaryContentAs(file);
    }

    @Test
    void whatIsThereAlreadyStaysAsItIs() {
        export(run("softmax", Map.of("compiler", "/home/here/bin/gcc 14")));
        assertThat(here.importRun(file).isNew()).isFalse();
        assertThat(there.importRun(file).isNew()).isTrue();
        assertThat(there.importRun(file).summary())
                .isEqualTo("run softmax-12ab is in the store already, with the same trials: nothing to do");
        assertThat(there.runs()).hasSize(1);
        assertThat(here.run("mine").record().header().environment()).doesNotContainKey("imported");
    }

    @Test
    void anotherRunOfThatIdIsLeftAloneAndTheImportIsFoundAgain() {
        export(run("softmax", Map.of()));
        var other = new RunRecord(Runs.header("softmax-12ab"), Runs.trials().subList(0, 2), Optional.empty());
        there.store().restore(other);
        var imported = there.importRun(file);
        assertThat(imported.isNew()).isTrue();
        assertThat(imported.run().id()).isNotEqualTo("softmax-12ab").startsWith("softmax-");
        assertThat(imported.run().name()).isEqualTo("mine");
        assertThat(imported.notes())
                .containsExactly("it was run softmax-12ab where it was made, which is another run here");
        assertThat(there.run("softmax-12ab").trials()).hasSize(2);
        assertThat(there.importRun(file).run().id()).isEqualTo(imported.run().id());
        assertThat(there.runs()).hasSize(2);
    }

    @Test
    void ofAFileThatIsWrongNothingIsTakenIn() throws IOException {
        export(run("softmax", Map.of()));
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);
        assertThatThrownBy(() -> there.importRun(file))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(file + ": it is damaged: ");
        assertThat(there.runs()).isEmpty();
    }

    @Test
    void aRunThatGoesOnIsNotExported() {
        here.store().begin(Runs.header("softmax-77aa"));
        try (var _ = here.store().claim("softmax-77aa")) {
            var running = here.run("softmax-77aa");
            assertThatThrownBy(() -> here.export(running, file))
                    .isInstanceOf(SpecException.class)
                    .hasMessage("run softmax-77aa is still going on: `stop softmax-77aa` ends it, then export it");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void aKeyLeavesWithNoArchive() {
        var trials = new ArrayList<>(Runs.trials());
        trials.add(Runs.trial(5, 0, "sk-planted-0123 was in the answer", new Outcome.Crashed("SIGSEGV"), Map.of()));
        here.store().restore(new RunRecord(Runs.header("softmax-77aa"), trials, Optional.empty()));
        var run = here.run("softmax-77aa");
        assertThatThrownBy(() -> here.export(run, file))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith("trials.jsonl would hold a key of this environment");
        assertThat(file).doesNotExist();
    }

    @Test
    void anOpThatIsNotDefinedIsTold() {
        here.store().restore(run("swiglu", Map.of()));
        var archived = here.archive(here.run("mine"));
        assertThat(archived.notes())
                .containsExactly(
                        "the op swiglu, as the run was made of it, is not defined in this session, so the archive"
                                + " does not carry it: `ops --define FOLDER`, then export again");
        here.export(here.run("mine"), file);
        assertThat(there.importRun(file).notes().getFirst()).startsWith("its op swiglu is not defined here: ");
    }

    /// An imported run is of another machine, even where its device has the same name.
    @Test
    void anImportedRunIsNoRivalOnAnotherMachine() {
        export(run("softmax", Map.of("processor", "Another 9000", "cores", "2", "instructions", "avx2")));
        there.importRun(file);
        var target = there.device("cpu");
        assertThat(there.store()
                        .fastest("softmax", "softmax 4096x1024 f32", "cpu", header -> RunPlan.isMadeOn(header, target)))
                .isEmpty();
        assertThat(there.store().fastest("softmax", "softmax 4096x1024 f32", "cpu", _ -> true))
                .isPresent();
    }

    private static RunHeader.Settings settings(String llm) {
        return new RunHeader.Settings(
                30,
                "mcts",
                "60.0s",
                "",
                0,
                "in-process",
                "cold",
                "naive,eager",
                "/tmp/their/python",
                Optional.empty(),
                Optional.of(new RunHeader.Llm(llm, "llm", 4, 16_000, "", "", "", "")));
    }

    /// Whoever wrote the archive chose them.
    @Test
    void theSettingsOfAnImportedRunReachNoKeyAndNothingOutsideOfTheWorker() {
        export(run("softmax", Map.of(), settings("openai:m@https://collector.test/v1")));
        var foreign = there.importRun(file).run().id();
        assertThatThrownBy(() -> there.resume(foreign).iterations(40).check())
                .isInstanceOf(SpecException.class)
                .hasMessage("run softmax-12ab is from an archive, and your key for its model would go to"
                        + " https://collector.test/v1: `optimize softmax --from softmax-12ab/best --llm ...` searches on"
                        + " with a model of your choice");
        assertThat(here.resume("mine").iterations(40).plan().llm()).isPresent();
        there.delete(List.of(foreign));
        here.delete(List.of("mine"));
        export(run("softmax", Map.of(), settings("relay:" + folder.resolve("answers"))));
        there.importRun(file);
        var plan = there.resume("mine").iterations(40).plan();
        assertThat(plan.conditions().isolation()).isEqualTo(Isolation.WORKER);
        assertThat(plan.baselines().python()).isEmpty();
        var own = here.resume("mine").iterations(40).plan();
        assertThat(own.conditions().isolation()).isEqualTo(Isolation.IN_PROCESS);
        assertThat(own.baselines().python()).isEqualTo("/tmp/their/python");
    }

    @Test
    void whatResumeAndReplayRelyOnIsCheckedAndNamed() {
        var llm = settings("opneai:m").llm();
        refused(
                new RunHeader.Settings(0, "mcts", "", "", 0),
                "header.settings.iterations: --iters needs at least 1, not 0");
        refused(new RunHeader.Settings(30, "best", "", "", 0), "header.settings.search: no search 'best'");
        refused(
                new RunHeader.Settings(30, "mcts", "soon", "", 0),
                "header.settings.time: a limit is like 60.0s, not 'soon'");
        refused(new RunHeader.Settings(30, "mcts", "", "3y", 0), "header.settings.goal: a goal is a speedup");
        refused(
                new RunHeader.Settings(30, "mcts", "", "", 0, "none", null, null, null, null, null),
                "header.settings.isolation: no isolation 'none'");
        refused(
                new RunHeader.Settings(30, "mcts", "", "", 0, null, null, "tvm", null, null, null),
                "header.settings.baseline: no baseline 'tvm'");
        refused(
                new RunHeader.Settings(30, "mcts", "", "", 0, null, null, null, null, null, llm),
                "header.settings.llm.name: no provider 'opneai'");
        var from = Optional.of(new RunHeader.From("mine.c", "int x;", "", Map.of()));
        refused(
                new RunHeader.Settings(30, "mcts", "", "", 0, null, null, null, null, from, null),
                "header.settings.from: ");
    }

    private void refused(RunHeader.Settings settings, String why) {
        export(run("softmax", Map.of(), settings));
        assertThatThrownBy(() -> there.importRun(file))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(file + ": run.json, " + why);
        assertThatThrownBy(() -> there.replay(file.toString()))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(why);
        assertThat(there.runs()).isEmpty();
        here.delete(List.of("mine"));
    }
}
