package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Nothing;
import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.CellResult.Value;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Names declared again and again, taken away, and declared once more.
@Timeout(60)
class LongSessionTest {
    private static final int CELLS = 400;
    /// Of what is measured, 5,000 are the compiler, which begins anew now and then; it was 36,000.
    private static final long MOST_PER_CELL = 16_000;

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
        return shell.evaluate(code, "cell 1", (_, text) -> printed.append(text));
    }

    private Object valueOf(String code) {
        CellResult result = run(code);
        assertThat(result).as(code).isInstanceOf(Value.class);
        return ((Value) result).value();
    }

    @Test
    void aCellThatIsOverLeavesNextToNothing() throws Exception {
        assumeTrue(
                JShell.class.getModule().isOpen("jdk.jshell", LongSessionTest.class.getModule()), "JShell is closed");
        cells(CELLS / 3);
        awaitJShellsIndex();
        long before = liveBytes();
        cells(CELLS);
        assertThat((liveBytes() - before) / CELLS).as("bytes a cell").isLessThan(MOST_PER_CELL);
    }

    /// The names of all types: JShell reads them once, beside the first cells, and keeps some 20 MB.
    private static void awaitJShellsIndex() throws Exception {
        var indexer = Inside.field(Class.forName("jdk.jshell.SourceCodeAnalysisImpl"), "INDEXER");
        ((ExecutorService) indexer.get(null)).submit(() -> {}).get(30, TimeUnit.SECONDS);
    }

    private void cells(int count) {
        IntStream.range(0, count).forEach(this::cell);
    }

    private void cell(int i) {
        switch (i % 6) {
            case 3 ->
                assertThat(run("List<String> warned(List raw%d) { return raw%1$d; }".formatted(i)))
                        .isInstanceOf(Nothing.class);
            case 4 ->
                assertThat(valueOf("class Counter { int n = %d; }\nnew Counter().n".formatted(i)))
                        .isEqualTo(i);
            case 5 ->
                assertThat(valueOf("List.of(%d).stream().map(n -> n + 1).toList()".formatted(i)))
                        .isEqualTo(List.of(i + 1));
            default -> assertThat(run("int broken = \"text %d\";".formatted(i))).isInstanceOf(CompileError.class);
        }
    }

    private static long liveBytes() {
        Runtime runtime = Runtime.getRuntime();
        return IntStream.range(0, 3)
                .mapToLong(_ -> {
                    System.gc();
                    return runtime.totalMemory() - runtime.freeMemory();
                })
                .min()
                .getAsLong();
    }

    @Test
    void aNameCanBeDeclaredAnewAfterAMistake() {
        run("int size = 1;");
        run("int size = 2;");
        assertThat(run("int size = \"large\";")).isInstanceOf(CompileError.class);
        run("int size = 3;");
        assertThat(valueOf("size")).isEqualTo(3);
        run("class Box { int side = 1; }");
        run("class Box { int side = 2; }");
        assertThat(run("class Box { int side = true; }")).isInstanceOf(CompileError.class);
        assertThat(valueOf("class Box { int side = 3; }\nnew Box().side")).isEqualTo(3);
    }

    @Test
    void aNameCanBeDeclaredAnewAfterItWasForgotten() {
        IntStream.range(0, 4).forEach(i -> run("int depth() { return %d; }".formatted(i)));
        run("int twice() { return 2 * depth(); }");
        assertThat(shell.forget("depth")).isTrue();
        assertThat(run("depth()")).isInstanceOf(CompileError.class);
        run("int depth() { return 7; }");
        assertThat(valueOf("twice()")).isEqualTo(14);
    }

    @Test
    void anObjectOutlivesItsClass() {
        run("List<Object> kept = new ArrayList<>();");
        run("class Old { class Inner { public String toString() { return \"inner\"; } } }\nkept.add(new Old());");
        run("class Old {}");
        run("kept.add(1);");
        assertThat(valueOf("kept.get(0).getClass().getDeclaredClasses()[0].getSimpleName()"))
                .isEqualTo("Inner");
    }

    @Test
    void aForgottenMethodThatStillWaitsForANameSaysSo() {
        run("int waiting() { return missing(); }");
        run("List<Supplier<Integer>> later = new ArrayList<>();");
        run("later.add(new Supplier<>() { public Integer get() { return waiting(); } });");
        assertThat(shell.forget("waiting")).isTrue();
        assertThat(run("1;")).isInstanceOf(Nothing.class);
        assertThat(run("later.get(0).get()"))
                .isInstanceOfSatisfying(
                        Thrown.class, thrown -> assertThat(thrown.type()).isEqualTo("UndefinedName"));
    }

    @Test
    void aVariableThatIsDeclaredAgainIsNotCalledNull() {
        run("int again = 1;");
        run("int again = 2;");
        assertThat(printed.toString()).isEmpty();
        assertThat(valueOf("again")).isEqualTo(2);
    }

    @Test
    void aRecordWithAShortConstructorCanBeDeclaredAgain() {
        run("record Range(int from) { Range { if (from < 0) throw new IllegalArgumentException(); } }");
        assertThat(valueOf("""
                record Range(int from, int to) { Range { if (from > to) throw new IllegalArgumentException(); } }
                new Range(1, 2)""")).hasToString("Range[from=1, to=2]");
    }
}
