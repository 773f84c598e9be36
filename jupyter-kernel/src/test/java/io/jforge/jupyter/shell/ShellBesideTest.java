package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.Interrupted;
import io.jforge.jupyter.shell.CellResult.Value;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Several threads at one shell: what goes on beside a running cell, and what waits for it.
@Timeout(60)
class ShellBesideTest {
    private static final Executor BESIDE = task -> Thread.ofPlatform().start(task);
    private static final String WAIT = "System.out.print(\"waiting\"); Thread.sleep(60_000);";

    private final CountDownLatch waiting = new CountDownLatch(1);
    private Shell shell;

    @BeforeEach
    void start() {
        shell = Shell.start(ShellSetup.plain());
    }

    @AfterEach
    void stop() {
        shell.close();
    }

    private CompletableFuture<CellResult> startAndAwait(String code) throws InterruptedException {
        var result = CompletableFuture.supplyAsync(
                () -> shell.evaluate(code, "cell 1", (_, text) -> waiting.countDown()), BESIDE);
        assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
        return result;
    }

    private CellResult evaluate(String code) {
        return shell.evaluate(code, "cell 2", (_, _) -> {});
    }

    @Test
    void whileACellRunsItsNamesAreCompletedAndWorkGoesOnBesideIt() throws Exception {
        evaluate("int answerOfMine = 42;");
        var running = startAndAwait(WAIT);
        assertThat(shell.complete("answerOfM", 9).matches()).containsExactly("answerOfMine");
        assertThat(shell.completeness("if (true) {").state()).isEqualTo(Completeness.State.INCOMPLETE);
        var printed = new StringBuilder();
        shell.call((_, text) -> printed.append(text), Duration.ofSeconds(1), () -> {
            System.out.print("beside");
            return null;
        });
        assertThat(printed).hasToString("beside");
        assertThat(running).isNotDone();
        shell.interrupt();
        assertThat(running.get(5, TimeUnit.SECONDS)).isInstanceOf(Interrupted.class);
    }

    @Test
    void javaWaitsForTheJavaThatRuns() throws Exception {
        var first = startAndAwait("System.out.print(\"waiting\"); Thread.sleep(300); int late = 7;");
        assertThat(evaluate("late")).isEqualTo(new Value(7));
        assertThat(first).isDone();
    }

    @Test
    void aStopReachesWhatWaitsForItsTurnToo() throws Exception {
        var first = startAndAwait(WAIT);
        var queued = new CompletableFuture<Thread>();
        var second = CompletableFuture.supplyAsync(
                () -> {
                    queued.complete(Thread.currentThread());
                    return evaluate("int never = 1;");
                },
                BESIDE);
        var thread = queued.get();
        while (thread.getState() != Thread.State.WAITING) Thread.onSpinWait();
        shell.interrupt();
        assertThat(first.get(5, TimeUnit.SECONDS)).isInstanceOf(Interrupted.class);
        assertThat(second.get(5, TimeUnit.SECONDS)).isInstanceOf(Interrupted.class);
        assertThat(evaluate("never")).isInstanceOf(CellResult.CompileError.class);
    }

    /// Answers each question with the next of these lines, then with nothing.
    private static final class Typed implements Output {
        private final StringBuilder printed = new StringBuilder();
        private final Input lines;

        Typed(Input lines) {
            this.lines = lines;
        }

        @Override
        public synchronized void print(Stream stream, String text) {
            printed.append(text);
        }

        @Override
        public Input input() {
            return lines;
        }
    }

    @Test
    void aCellReadsWhatIsTypedLineByLine() {
        var lines = java.util.List.of("3 4", "é😀你").iterator();
        var typed = new Typed((_, _) -> lines.hasNext() ? Optional.of(lines.next()) : Optional.empty());
        var result = shell.evaluate(
                "var in = new Scanner(System.in); int sum = in.nextInt() + in.nextInt(); in.nextLine();\n"
                        + "sum + in.nextLine() + in.hasNextLine()",
                "cell",
                typed);
        assertThat(result).isEqualTo(new Value("7é😀你false"));
    }

    @Test
    void whereNobodyCanBeAskedStandardInputIsAtItsEnd() {
        assertThat(evaluate("System.in.read()")).isEqualTo(new Value(-1));
        assertThat(evaluate("new BufferedReader(new InputStreamReader(System.in)).readLine()"))
                .isEqualTo(new Value(null));
    }

    @Test
    void aStopEndsTheWaitForALineAndTheSameScannerReadsOn() throws Exception {
        var asked = new CountDownLatch(1);
        var first = new CompletableFuture<String>();
        var never = new Typed((_, _) -> {
            asked.countDown();
            TimeUnit.MINUTES.sleep(1);
            return Optional.of(first.join());
        });
        evaluate("var in = new Scanner(System.in); String got = null;");
        var result = CompletableFuture.supplyAsync(
                () -> shell.evaluate("String line = in.nextLine(); got = line;", "cell", never), BESIDE);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        shell.interrupt();
        assertThat(result.get(5, TimeUnit.SECONDS)).isInstanceOf(Interrupted.class);
        var typed = new Typed((_, _) -> Optional.of("second"));
        assertThat(shell.evaluate("in.nextLine() + got", "cell", typed)).isEqualTo(new Value("secondnull"));
    }
}
