package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Interrupted;
import io.jforge.jupyter.shell.CellResult.Nothing;
import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.CellResult.Value;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ShellTest {
    private static Shell shell;
    private final StringBuffer printed = new StringBuffer();

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private CellResult run(String code) {
        return shell.evaluate(code, "cell 1", (stream, text) -> printed.append(text));
    }

    private Object valueOf(String code) {
        CellResult result = run(code);
        assertThat(result).isInstanceOf(Value.class);
        return ((Value) result).value();
    }

    private CellResult interrupted(String code, int afterMillis) throws Exception {
        // compiled beforehand, so that the stop meets the running code
        var result = CompletableFuture.supplyAsync(() -> run(code), task -> new Thread(task).start());
        TimeUnit.MILLISECONDS.sleep(afterMillis);
        shell.interrupt();
        return result.get(5, TimeUnit.SECONDS);
    }

    @Test
    void aValueIsTheLiveObject() {
        assertThat(valueOf("new StringBuilder(\"a\").append(1)")).isInstanceOf(StringBuilder.class);
        assertThat(valueOf("null")).isNull();
        assertThat(valueOf("1 +\n 2 // three")).isEqualTo(3);
    }

    @Test
    void aSemicolonHidesTheValue() {
        assertThat(run("var hidden = new ArrayList<String>();\nhidden.add(\"a\");"))
                .isInstanceOf(Nothing.class);
        assertThat(valueOf("hidden")).isEqualTo(List.of("a"));
    }

    @Test
    void outputArrivesWhileTheCellRunsAlsoFromItsThreads() {
        run("System.out.println(\"é😀你\"); var t = new Thread(() -> System.out.print(\"thread\")); t.start(); t.join();"
                + " IntStream.range(0, 9).parallel().forEach(i -> System.out.print('x'));");
        assertThat(printed.toString()).startsWith("é😀你\n").contains("thread").contains("xxxxxxxxx");
    }

    @Test
    void aThreadPrintsToItsCellAfterThatHasEnded() throws Exception {
        run("new Timer(true).schedule(new TimerTask() { public void run() { System.out.print(\"late\"); } }, 100);");
        run("1");
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(printed.toString()).isEqualTo("late");
    }

    @Test
    void aCompileErrorShowsTheCellsOwnLine() {
        CellResult result = run("int good = 1;\n\tint bad = nowhere + 1;");
        assertThat(((CompileError) result).text())
                .contains("line 2")
                .contains("variable nowhere")
                .endsWith("  \tint bad = nowhere + 1;\n  \t          ^^^^^^^");
        assertThat(valueOf("good")).isEqualTo(1);
    }

    @Test
    void aTraceSpeaksOfCellsAndKeepsCauses() {
        CellResult result = run("""
                int half(int n) {
                    if (n == 1) throw new IllegalStateException("odd", new RuntimeException("why"));
                    return n / 2;
                }
                List.of(1).forEach(n -> half(n));""");
        assertThat(((Thrown) result).text())
                .startsWith("java.lang.IllegalStateException: odd\n    at half (cell 1, line 2)\n")
                .contains("at lambda (cell 1, line 5)")
                .contains("Caused by: java.lang.RuntimeException: why")
                .doesNotContain("REPL")
                .doesNotContain("do_it")
                .doesNotContain("reflect")
                .doesNotContain("io.jforge");
    }

    @Test
    void aDeclarationMayWaitForALaterCell() {
        assertThat(((CompileError) run("Later make() { return null; }")).text()).contains("class Later");
        run("class Later {}");
        assertThat(valueOf("make()")).isNull();

        assertThat(run("String ask(Object o) { return soon + o; }")).isInstanceOf(Nothing.class);
        assertThat(((Thrown) run("ask(1)")).text()).contains("variable soon");
        run("String soon = \"soon\";");
        assertThat(valueOf("ask(1)")).isEqualTo("soon1");
    }

    @Test
    void typesOfOneCellMayNeedEachOther() {
        assertThat(valueOf("""
                sealed interface Shape permits Square, Circle {}
                record Square(double side) implements Shape {}
                record Circle(double radius) implements Shape {}
                double area(Shape s) {
                    return switch (s) { case Square(var side) -> side * side; case Circle c -> 3; };
                }
                area(new Square(2))""")).isEqualTo(4.0);
    }

    @Test
    void cellsSeeWhatTheyAreGivenAndNothingElse() {
        assertThat(run("tools.jackson.databind.JsonNode node;")).isInstanceOf(CompileError.class);
        shell.bind("counter", "java.util.concurrent.atomic.AtomicInteger", new AtomicInteger(41));
        assertThat(valueOf("counter.incrementAndGet()")).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (true) {}",
                "long n = 0; for (;;) { n++; }",
                "Thread.sleep(60_000);",
                "while (true) { try { Thread.sleep(10); } catch (Throwable t) {} }",
                "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nfib(90)",
                "LongStream.iterate(1, i -> i + 1).parallel().filter(i -> i < 0).findAny()",
                "LongStream.iterate(1, i -> i + 1).filter(i -> i < 0).findAny()",
                "while (true) { System.out.println(1); }",
                "new java.util.concurrent.CountDownLatch(1).await();"
            })
    void aStopReachesAnyJavaOfACell(String code) throws Exception {
        assertThat(interrupted(code, 600)).isEqualTo(new Interrupted(false));
        assertThat(valueOf("1 + 1")).isEqualTo(2);
    }

    @Test
    void aCellThatHeedsNothingIsLeftBehind() throws Exception {
        String deaf = "Object lock = new Object(); synchronized (lock) {"
                + " var t = new Thread(() -> { synchronized (lock) { System.out.print(1); } });"
                + " java.util.concurrent.locks.LockSupport.park(); while (true) new java.math.BigInteger(\"3\")"
                + ".pow(30_000_000); }";
        run("1");
        assertThat(interrupted(deaf, 600)).isInstanceOf(Interrupted.class);
        assertThat(valueOf("1 + 1")).isEqualTo(2);
    }

    @Test
    void otherWorkIsStoppedByThreadInterrupt() throws Exception {
        var result = CompletableFuture.supplyAsync(() -> {
            try {
                return shell.call((s, t) -> {}, Duration.ofSeconds(2), () -> {
                    Thread.sleep(60_000);
                    return 0;
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        TimeUnit.MILLISECONDS.sleep(200);
        shell.interrupt();
        assertThat(result.get(2, TimeUnit.SECONDS)).isEqualTo(new Interrupted(false));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "1 + 1, COMPLETE",
                "int x = ;, INVALID",
                "\"abc, INVALID",
                "), INVALID",
                "if (true) {, INCOMPLETE",
                "foo(, INCOMPLETE",
                "/* abc, INCOMPLETE",
                "int y = 1; class A {, INCOMPLETE"
            })
    void completenessIsWhatJShellSays(String code, Completeness.State state) {
        run("1"); // warm
        assertThat(shell.completeness(code).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "f(\")\"), COMPLETE",
                "char c = '(', COMPLETE",
                "\"abc, INVALID",
                "), INVALID",
                "(], INVALID",
                "if (true) { // }, INCOMPLETE",
                "/* abc, INCOMPLETE"
            })
    void completenessBeforeTheCompilerIsThere(String code, Completeness.State state) {
        assertThat(Completeness.atFirstSight(code).state()).isEqualTo(state);
    }

    @Test
    void theNextLineIsIndentedLikeTheLastOrDeeper() {
        assertThat(shell.completeness("class A {\n    void f() {").indent()).isEqualTo("        ");
    }

    @Test
    void completionOffersMembersThatMatch() {
        assertThat(shell.complete("String s = \"a\"; s.le", 20))
                .isEqualTo(new Completion(
                        18,
                        20,
                        List.of(new Completion.Candidate("length()", Completion.Kind.METHOD, "int String.length()"))));
        assertThat(shell.complete("\"😀\".isB", 8).matches()).containsExactly("isBlank()");
    }
}
