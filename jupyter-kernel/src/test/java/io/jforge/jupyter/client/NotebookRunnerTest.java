package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/// The runner against a kernel process that says what its cells tell it to say.
@Timeout(60)
class NotebookRunnerTest {
    private final List<RunEvent> events = new ArrayList<>();

    @Test
    void everyCellRunsInOrderAndKeepsItsOutputs() {
        RunResult result = run(cells("out one\nout two\nerr three\nout four", "", "result 42"));
        assertThat(result.ending()).isEqualTo(new RunResult.Completed());
        assertThat(outputs(result, 0))
                .containsExactly(
                        new Output.Stream("stdout", "one\ntwo\n"),
                        new Output.Stream("stderr", "three\n"),
                        new Output.Stream("stdout", "four\n"));
        assertThat(code(result, 1).executionCount()).isEmpty();
        assertThat(outputs(result, 2)).singleElement().isInstanceOfSatisfying(Output.Result.class, value -> {
            assertThat(value.text()).isEqualTo("42");
            assertThat(value.executionCount()).hasValue(2);
        });
        assertThat(result.notebook().language()).isEqualTo("java");
    }

    @Test
    void aCellTellsWhenItRan() {
        ObjectNode times = (ObjectNode) code(run(cells("out x")), 0).metadata().path("execution");
        assertThat(times.propertyNames())
                .contains("iopub.status.busy", "iopub.execute_input", "iopub.status.idle", "shell.execute_reply");
    }

    @Test
    void anUpdateReachesEveryOutputOfThatNameInWhicheverCell() {
        RunResult result = run(cells("display a old\ndisplay b other\ndisplay a again", "update a new\nout done"));
        assertThat(texts(result, 0)).containsExactly("new", "other", "new");
        assertThat(texts(result, 1)).containsExactly("done\n");
        assertThat(events).anySatisfy(event -> assertThat(event).isInstanceOf(RunEvent.OutputUpdated.class));
    }

    @Test
    void aSecondDisplayOfTheSameNameReplacesTheFirstToo() {
        assertThat(texts(run(cells("display a old\ndisplay a new")), 0)).containsExactly("new", "new");
    }

    @Test
    void clearingDropsWhatWasShown() {
        assertThat(texts(run(cells("out old\nclear\nout new")), 0)).containsExactly("new\n");
    }

    @Test
    void clearingCanWaitForTheNextOutput() {
        RunResult result = run(cells("out old\nclear wait\nout new", "out kept\nclear wait"));
        assertThat(texts(result, 0)).containsExactly("new\n");
        assertThat(texts(result, 1)).containsExactly("kept\n");
    }

    @Test
    void outputOfAnEarlierCellThatComesLateStaysWithIt() {
        RunResult result = run(cells("out early", "late straggler\nout own"));
        assertThat(texts(result, 0)).containsExactly("early\nstraggler\n");
        assertThat(texts(result, 1)).containsExactly("own\n");
    }

    @Test
    void theFirstErrorEndsTheRunAndLaterCellsKeepNothingOld() {
        Cell.Code stale = new Cell.Code(
                "stale", "out never", Json.object(), OptionalInt.of(9), List.of(new Output.Stream("stdout", "old")));
        RunResult result = run(notebook(code("a", "fail broken"), stale));
        assertThat(result.ending()).isInstanceOfSatisfying(RunResult.Failed.class, failed -> {
            assertThat(failed.cell()).isEqualTo(1);
            assertThat(failed.failure().value()).isEqualTo("broken");
        });
        assertThat(outputs(result, 0)).singleElement().isInstanceOf(Output.Failure.class);
        assertThat(outputs(result, 1)).isEmpty();
        assertThat(code(result, 1).executionCount()).isEmpty();
    }

    @Test
    void anErrorThatOnlyTheReplyTellsIsKeptToo() {
        assertThat(outputs(run(cells("quiet-fail hidden")), 0))
                .singleElement()
                .isInstanceOfSatisfying(
                        Output.Failure.class,
                        failure -> assertThat(failure.value()).isEqualTo("hidden"));
    }

    @Test
    void errorsCanBeAllowed() {
        RunResult result = run(cells("fail broken", "out after"), RunOptions.DEFAULT.allowingErrors(true));
        assertThat(result.ending()).isEqualTo(new RunResult.Completed());
        assertThat(texts(result, 1)).containsExactly("after\n");
    }

    @Test
    void aCellThatShowsAnErrorOnPurposeDoesNotEndTheRun() {
        RunResult result = run(notebook(code("a", "fail on purpose", "raises-exception"), code("b", "out after")));
        assertThat(result.ending()).isEqualTo(new RunResult.Completed());
        assertThat(outputs(result, 0)).singleElement().isInstanceOf(Output.Failure.class);
        assertThat(texts(result, 1)).containsExactly("after\n");
    }

    @Test
    void aKernelThatDiesKeepsWhatItSaidBeforeAndIsExplained() {
        RunResult result = run(cells("out fine", "out last words\nexit 3", "out never"));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunResult.KernelLost.class,
                        lost -> assertThat(lost.message())
                                .isEqualTo(
                                        "the kernel died while cell 2 ran: it ended with exit code 3; it last said:\nout of luck"));
        assertThat(texts(result, 0)).containsExactly("fine\n");
        assertThat(texts(result, 1)).startsWith("last words\n");
        assertThat(outputs(result, 2)).isEmpty();
    }

    @Test
    void aKernelThatCannotStartIsExplained() {
        var refuses = new NotebookRunner(command("refuse"), Path.of("."), Map.of());
        assertThat(refuses.run(cells("out x"), RunOptions.DEFAULT, events::add).ending())
                .isInstanceOfSatisfying(
                        RunResult.KernelLost.class,
                        lost -> assertThat(lost.message())
                                .contains("did not start", "exit code 4", "no licence for this kernel"));
    }

    @Test
    void aCommandThatDoesNotExistIsNamed() {
        var missing = new NotebookRunner(List.of("no-such-kernel", "{connection_file}"), Path.of("."), Map.of());
        assertThat(missing.run(cells("out x"), RunOptions.DEFAULT, events::add).ending())
                .isInstanceOfSatisfying(
                        RunResult.KernelLost.class,
                        lost -> assertThat(lost.message()).contains("did not start", "no-such-kernel"));
    }

    @Test
    void aKernelThatNeverAnswersIsGivenUp() {
        var hangs = new NotebookRunner(command("hang"), Path.of("."), Map.of());
        var soon = RunOptions.DEFAULT.withStartupDeadline(Duration.ofMillis(700));
        assertThat(hangs.run(cells("out x"), soon, events::add).ending())
                .isEqualTo(new RunResult.KernelLost("the kernel did not answer within 700 ms"));
        assertNoChildren();
    }

    @Test
    void anInterruptKeepsWhatRanAndLeavesNoProcess() {
        RunResult result = interruptedIn("out before\nsleep 60000");
        assertThat(result.ending()).isEqualTo(new RunResult.Interrupted());
        assertThat(texts(result, 0)).first().isEqualTo("before\n");
        assertThat(outputs(result, 0)).last().isInstanceOf(Output.Failure.class);
        assertThat(outputs(result, 1)).isEmpty();
        assertNoChildren();
    }

    @Test
    @Timeout(20)
    void aKernelDeafToInterruptsIsEndedAllTheSame() {
        RunResult result = interruptedIn("out before\nstuck");
        assertThat(result.ending()).isEqualTo(new RunResult.Interrupted());
        assertThat(texts(result, 0)).containsExactly("before\n");
        assertNoChildren();
    }

    /// Runs the cell and one after it, interrupting this thread once the cell has printed.
    private RunResult interruptedIn(String cell) {
        Thread caller = Thread.currentThread();
        RunResult result = new NotebookRunner(command("{connection_file}"), Path.of("."), Map.of())
                .run(cells(cell, "out never"), RunOptions.DEFAULT, event -> {
                    if (event instanceof RunEvent.CellOutput) {
                        caller.interrupt();
                    }
                });
        assertThat(Thread.interrupted()).isFalse();
        return result;
    }

    @Test
    void progressIsToldInOrder() {
        run(cells("out one", "result 2"));
        assertThat(events.stream().map(event -> event.getClass().getSimpleName()))
                .containsExactly(
                        "KernelReady",
                        "CellStarted",
                        "CellOutput",
                        "CellFinished",
                        "CellStarted",
                        "CellOutput",
                        "CellFinished");
    }

    @Test
    void aListenerThatFailsEndsTheRunAndTheKernel() {
        var runner = new NotebookRunner(command("{connection_file}"), Path.of("."), Map.of());
        assertThatThrownBy(() -> runner.run(cells("out x"), RunOptions.DEFAULT, event -> {
                    throw new IllegalStateException("terminal gone");
                }))
                .hasMessage("terminal gone");
        assertNoChildren();
    }

    @Test
    void parametersAndEnvironmentReachTheKernel() {
        var runner = new NotebookRunner(command("{connection_file}"), Path.of("."), Map.of("JFORGE_TEST", "here"));
        RunResult result = runner.run(
                cells("env JFORGE_TEST"), RunOptions.DEFAULT.withParameters(Map.of("rows", "4096")), events::add);
        assertThat(code(result, 0).source()).endsWith("var rows = 4096;");
        assertThat(texts(result, 1)).containsExactly("here\n");
    }

    private static void assertNoChildren() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private RunResult run(Notebook notebook) {
        return run(notebook, RunOptions.DEFAULT);
    }

    private RunResult run(Notebook notebook, RunOptions options) {
        RunResult result = new NotebookRunner(command("{connection_file}"), Path.of("."), Map.of())
                .run(notebook, options, events::add);
        assertThat(Notebook.parse(result.notebook().toJson())).isEqualTo(result.notebook());
        return result;
    }

    private static List<String> command(String argument) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EchoKernel.class.getName(),
                argument);
    }

    private static Notebook cells(String... sources) {
        return notebook(IntStream.range(0, sources.length)
                .mapToObj(i -> code("cell-" + i, sources[i]))
                .toArray(Cell[]::new));
    }

    private static Notebook notebook(Cell... cells) {
        return new Notebook(List.of(cells), Json.object());
    }

    private static Cell.Code code(String id, String source, String... tags) {
        ObjectNode metadata = Json.object();
        List.of(tags).forEach(metadata.withArray("tags")::add);
        return new Cell.Code(id, source, metadata, OptionalInt.empty(), List.of());
    }

    private static Cell.Code code(RunResult result, int cell) {
        return (Cell.Code) result.notebook().cells().get(cell);
    }

    private static List<Output> outputs(RunResult result, int cell) {
        return code(result, cell).outputs();
    }

    private static List<String> texts(RunResult result, int cell) {
        return outputs(result, cell).stream().map(Output::text).toList();
    }
}
