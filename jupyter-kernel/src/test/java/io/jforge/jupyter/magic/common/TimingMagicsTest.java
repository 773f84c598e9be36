package io.jforge.jupyter.magic.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellRunner.Failed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TimingMagicsTest {
    private static Notebook notebook;

    @BeforeAll
    static void open() {
        notebook = new Notebook();
    }

    @AfterAll
    static void close() {
        notebook.close();
    }

    private static double nanos(String text) {
        Matcher amount = Pattern.compile("([\\d.]+) (ns|µs|ms|s)\\b").matcher(text);
        assertThat(amount.find()).as(text).isTrue();
        return Double.parseDouble(amount.group(1))
                * switch (amount.group(2)) {
                    case "ns" -> 1;
                    case "µs" -> 1e3;
                    case "ms" -> 1e6;
                    default -> 1e9;
                };
    }

    @Test
    void timeShowsTheValueAndWhatItTook() {
        assertThat(notebook.value("%time 20 + 1")).isEqualTo("21");
        assertThat(nanos(notebook.printed("%time Thread.sleep(120);"))).isBetween(120e6, 900e6);
        assertThat(nanos(notebook.out.substring(notebook.out.indexOf("processor"))))
                .isLessThan(60e6);
        assertThat(notebook.printed("%time byte[] taken = new byte[5_000_000];"))
                .containsPattern("allocated 5\\.\\d+ MB");
        assertThat(notebook.value("taken.length")).isEqualTo("5000000");
    }

    @Test
    void timeTimesTheRestOfACellOrAllOfIt() {
        assertThat(notebook.value("int a = 1;\n%time\nThread.sleep(60);\nThread.sleep(60);\na + 1"))
                .isEqualTo("2");
        assertThat(notebook.out.toString()).startsWith("time ").containsOnlyOnce("time");
        assertThat(nanos(notebook.out.toString())).isBetween(120e6, 900e6);
        assertThat(notebook.value("%%time\nint b = a + 4;\nb")).isEqualTo("5");
        assertThat(notebook.out.toString()).startsWith("time ");
    }

    @Test
    void whatIsTimedFailsAsItWouldAnywhere() {
        assertThat(notebook.failure("int c = 1;\n%time int d = nowhere;")).contains("line 2", "variable nowhere");
        assertThat(notebook.failure("%%time\nint e = 1;\nthrow new IllegalStateException(\"x\");"))
                .contains("IllegalStateException: x")
                .containsPattern("cell \\d+, line 3");
        assertThat(notebook.out.toString()).startsWith("time ");
    }

    @Test
    void timeoutCutsOffAndTheNextCellRuns() {
        var ending = notebook.run("%timeout 300ms while (true) {}");
        assertThat(ending).isInstanceOf(Failed.class);
        assertThat(((Failed) ending).text()).isEqualTo("TimedOut: the cell was cut off after 300 ms");
        assertThat(notebook.value("1 + 1")).isEqualTo("2");
        assertThat(notebook.failure("%timeout 300ms\nThread.sleep(100);\nThread.sleep(60_000);\nint never = 1;"))
                .contains("cut off");
        assertThat(notebook.failure("%%timeout 0.3\nThread.sleep(60_000);")).contains("cut off after 300 ms");
        assertThat(notebook.failure("never")).contains("variable never");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%timeout 300ms %sh sleep 60", "%timeout 300ms 1 + 1"})
    void timeoutLeavesAloneWhatRunsBeside(String limited) throws Exception {
        var begun = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        notebook.shell.bind("begun", CountDownLatch.class.getName(), begun);
        notebook.shell.bind("gate", CountDownLatch.class.getName(), gate);
        var beside = CompletableFuture.supplyAsync(
                () -> notebook.value("{ begun.countDown(); gate.await(); }\n6 * 7"),
                task -> Thread.ofPlatform().start(task));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(notebook.failure(limited)).isEqualTo("TimedOut: the cell was cut off after 300 ms");
        gate.countDown();
        assertThat(beside.get(10, TimeUnit.SECONDS)).isEqualTo("42");
    }

    @Test
    void whatEndsInTimeIsLeftAlone() {
        assertThat(notebook.value("%timeout 20s 6 * 7")).isEqualTo("42");
        assertThat(notebook.failure("%timeout 20s throw new Error(\"own\");")).contains("java.lang.Error: own");
        assertThat(notebook.value("%%timeout 20s\n%time 6 * 7")).isEqualTo("42");
    }

    @Test
    void timeitTellsTheTimeOfALoop() {
        notebook.run("int[] sleeps = {0};");
        notebook.run("%timeit -n 2 -r 3 { Thread.sleep(50); sleeps[0]++; }");
        assertThat(notebook.out.toString()).contains("3 runs of 2 loops", "median", "fastest", "warm-up");
        assertThat(nanos(notebook.out.toString())).isBetween(50e6, 95e6);
        assertThat(Integer.parseInt(notebook.value("sleeps[0]"))).isGreaterThan(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%timeit -r 5 fib(15)",
                "%timeit -r 5 fib(15);",
                "%%timeit -r 5\nint r = 0;\nr += fib(15);",
                "%%timeit -r 5 int n = 15;\nint m = n;\nfib(m) + 1",
                "%%timeit -r 5 int n = 15\nint m = n; // with a comment\nfib(m)",
                "%%timeit -r 5\nfib(15); // a comment at the end"
            })
    void theJitCannotLeaveTheWorkOut(String cell) {
        notebook.run("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }");
        notebook.printed(cell);
        // 1,973 calls cannot take less than half a microsecond
        assertThat(nanos(notebook.out.toString())).isBetween(500.0, 100_000.0);
    }

    @Test
    void aLoopWhoseResultNobodyReadsIsRunAllTheSame() {
        notebook.run("int size = 100_000; double[] xs = new java.util.Random(1).doubles(size).toArray();");
        notebook.printed("%timeit -r 5 double s = 0; for (double x : xs) s += Math.sqrt(x);");
        assertThat(nanos(notebook.out.toString())).isBetween(20_000.0, 2e6);
    }

    @Test
    void whatTimeitCannotRunIsExplainedInTheCellsOwnWords() {
        assertThat(notebook.failure("int f = 1;\n%timeit -n 3 f + nowhere"))
                .startsWith("line 2:")
                .contains("variable nowhere", "\n  f + nowhere\n      ^^^^^^^")
                .doesNotContain("Loops");
        assertThat(notebook.failure("%%timeit\nint g = 1;\ng + nowhere"))
                .startsWith("line 3:")
                .contains("\n  g + nowhere\n      ^^^^^^^");
        assertThat(notebook.failure("%timeit List.of(1).get(f + 1)"))
                .startsWith("java.lang.IndexOutOfBoundsException")
                .doesNotContain("io.jforge")
                .containsPattern("cell \\d+, line 1");
        assertThat(notebook.failure("%timeout 1s %timeit while (true) {}")).contains("cut off");
    }
}
