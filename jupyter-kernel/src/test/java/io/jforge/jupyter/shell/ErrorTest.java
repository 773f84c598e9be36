package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Problem;
import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.CellResult.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a reader is told when a cell is wrong or fails.
@Timeout(60)
class ErrorTest {
    private static Shell shell;
    private final StringBuffer printed = new StringBuffer();

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
        shell.evaluate("int nowHere = 3; String text = \"abc\"; int[] many = {1};", "cell 0", (_, _) -> {});
        shell.complete("BufferedIm", 10); // the list of all types is made when first needed
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private CellResult run(String code) {
        return shell.evaluate(code, "cell 1", (_, text) -> printed.append(text));
    }

    private CompileError errorOf(String code) {
        CellResult result = run(code);
        assertThat(result).as(code).isInstanceOf(CompileError.class);
        return (CompileError) result;
    }

    private Thrown thrownBy(String code) {
        CellResult result = run(code);
        assertThat(result).as(code).isInstanceOf(Thrown.class);
        return (Thrown) result;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nowhere + 1 => variable nowhere is not defined; did you mean nowHere?",
                "text.lenght() => String has no method lenght(); did you mean length?",
                "text.foo(1, 2) => String has no method foo(int,int)",
                "Math.sqroot(3) => Math has no method sqroot(int); did you mean sqrt?",
                "System.out.prinln(1) => PrintStream has no method prinln(int); did you mean println?",
                "Sytem.out.println(1) => class Sytem is not defined; did you mean System?",
                "new HashMpa<String, Integer>() => class HashMpa is not defined; did you mean HashMap?",
                "new BufferedImage(1, 1, 1) => class BufferedImage is not defined; import java.awt.image.BufferedImage;",
                "HttpRequest.newBuilder() => variable HttpRequest is not defined; import java.net.http.HttpRequest;",
                "Annotation a; => a can be used once class Annotation is defined; import one of"
                        + " java.lang.classfile.Annotation, java.lang.annotation.Annotation, java.text.Annotation",
                "import java.util.Lisst; => package java.util has no class Lisst; did you mean List?",
                "import java.utill.*; => package java.utill does not exist; did you mean java.util?",
                "zebra + 1 => variable zebra is not defined",
                "frobnicate(3) => method frobnicate(int) is not defined",
                "package foo; => a cell is in no package; leave this line out",
                "int x = \"a\"; => incompatible types: java.lang.String cannot be converted to int",
            })
    void aMistakeIsNamedWithWhatToDo(String example) {
        String[] parts = example.split(" => ");
        assertThat(errorOf(parts[0]).problems()).extracting(Problem::message).containsExactly(parts[1]);
    }

    @Test
    void theCaretsStandUnderTheNameInItsLine() {
        assertThat(errorOf("int good = 1;\n\n\tint n = text.lenght();").text())
                .startsWith("line 3: String has no method")
                .endsWith("  \tint n = text.lenght();\n  \t             ^^^^^^");
        assertThat(errorOf("String s = \"😀\" + nowhere;").text()).endsWith("nowhere;\n                    ^^^^^^^");
    }

    @Test
    void everyMistakeOfASnippetIsTold() {
        assertThat(errorOf("class C {\n    void f() { zebra++; }\n    int g() { return \"s\"; }\n}")
                        .problems())
                .extracting(Problem::line)
                .containsExactly(2, 3);
    }

    @Test
    void whatADeclarationWaitsForComesBeforeWhatFailsForIt() {
        var problems = errorOf("@Retention(RetentionPolicy.RUNTIME) @interface Mark {}\nMark.class")
                .problems();
        assertThat(problems.getFirst().message())
                .startsWith("Mark can be used once class Retention")
                .contains("import java.lang.annotation.Retention;");
        assertThat(problems.getLast().message()).startsWith("Mark can be used once");
        assertThat(problems.getLast().line()).isEqualTo(2);
    }

    @Test
    void causesAndSuppressedExceptionsAreKept() {
        Thrown thrown = thrownBy("""
                class Resource implements AutoCloseable {
                    public void close() throws IOException { throw new IOException("closing"); }
                }
                try (var r = new Resource()) {
                    throw new IllegalStateException("outer", new IOException("inner", new Error()));
                }""");
        assertThat(thrown.text()).isEqualTo("""
                java.lang.IllegalStateException: outer
                    at cell 1, line 5
                    Suppressed: java.io.IOException: closing
                        at Resource.close (cell 1, line 2)
                        at cell 1, line 4
                Caused by: java.io.IOException: inner
                    at cell 1, line 5
                Caused by: java.lang.Error
                    at cell 1, line 5""");
    }

    @Test
    void whatALibraryCallsBackIsTold() {
        assertThat(thrownBy("""
                List.of(3, 1).stream().map(n -> {
                    if (n == 1) throw new IllegalArgumentException("n is " + n);
                    return n;
                }).toList()""").text())
                .startsWith(
                        "java.lang.IllegalArgumentException: n is 1\n    at lambda (cell 1, line 2)\n    at java.util.stream")
                .endsWith("at cell 1, line 4")
                .doesNotContain("REPL", "do_it", "reflect", "java.base/");
        assertThat(thrownBy("CompletableFuture.supplyAsync(() -> { throw new IllegalStateException(); }).get()")
                        .text())
                .contains("Caused by: java.lang.IllegalStateException\n    at lambda (cell 1, line 1)");
    }

    @Test
    void anEndlessRecursionIsToldOnce() {
        String trace = thrownBy(
                        "int ping(int n) { return pong(n) + 1; }\nint pong(int n) { return ping(n) + 1; }\nping(0)")
                .text();
        assertThat(trace).startsWith("java.lang.StackOverflowError\n").contains("... these 2 lines");
        assertThat(trace.lines()).hasSizeLessThan(10);
    }

    @Test
    void exceptionsThatMisbehaveAreTold() {
        assertThat(thrownBy("""
                class Mute extends RuntimeException {
                    public String getMessage() { throw new IllegalStateException(); }
                }
                throw new Mute();""").text())
                .isEqualTo("Mute: (its message cannot be shown: getMessage() threw IllegalStateException)\n"
                        + "    at cell 1, line 4");
        assertThat(thrownBy("""
                class Circle extends RuntimeException {
                    public Throwable getCause() { return new Circle(); }
                }
                throw new Circle();""").text()).startsWith("Circle\n").hasSizeLessThan(3_000);
        assertThat(thrownBy("throw new NullPointerException();").text())
                .isEqualTo("java.lang.NullPointerException\n    at cell 1, line 1");
        assertThat(run("1 + 1")).isEqualTo(new Value(2));
    }

    @Test
    void aClassThatCannotBeInitialisedSaysWhy() {
        assertThat(thrownBy("class Init {\n    static int v = 1 / Integer.parseInt(\"0\");\n}\nInit.v")
                        .text())
                .contains("ExceptionInInitializerError\n    at cell 1, line 4\n")
                .contains("Caused by: java.lang.ArithmeticException: / by zero\n    at Init.<clinit> (cell 1, line 2)");
    }

    @Test
    void anAssertionThatFailsFails() {
        assertThat(thrownBy("assert 1 > 2 : \"asserted\";").headline()).isEqualTo("java.lang.AssertionError: asserted");
    }

    @Test
    void aThreadThatDiesSpeaksOfCells() {
        run(
                "var t = new Thread(() -> { throw new IllegalStateException(\"alone\"); }, \"worker\"); t.start(); t.join();");
        assertThat(printed.toString())
                .startsWith(
                        "Exception in thread \"worker\" java.lang.IllegalStateException: alone\n\tat lambda (a cell)\n")
                .doesNotContain("REPL");
    }
}
