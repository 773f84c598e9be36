package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.server.KernelProcess;
import io.jforge.jupyter.shell.Input;
import io.jforge.jupyter.shell.Shell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ConsoleTest {
    private static Shell shell;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        shell = Shell.start(KernelProcess.usualSetup());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private boolean run(byte[] script) throws IOException {
        return run(script, Input.NOBODY);
    }

    private boolean run(byte[] script, Input input) throws IOException {
        var parts = new Parts(shell, List.of(), Renderer.standard(), History.inMemory());
        var console = new Console(
                parts,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return console.script(new ByteArrayInputStream(script), "demo.java", input);
    }

    private boolean run(String script) throws IOException {
        return run(script.getBytes(StandardCharsets.UTF_8));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyValueIsPrintedPlain() throws IOException {
        assertThat(run("1+1\nvar s = \"é😀你\";\ns\nList.of(1, 2)\ns.length();\n"))
                .isTrue();
        assertThat(out()).isEqualTo("2\né😀你\n[1, 2]\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void aChainThatBeginsItsLinesWithDotsIsOneStatement() throws IOException {
        assertThat(run("""
                var doubled = List.of(1, 2, 3).stream()
                    .map(i -> i * 2)
                    .toList();
                int sum = 1
                    + 2;
                if (sum > 5) println("big");
                else println("small");
                doubled
                """)).isTrue();
        assertThat(out()).isEqualTo("small\n[2, 4, 6]\n");
    }

    @Test
    void declarationsOfManyLinesAndOneAnotherWork() throws IOException {
        assertThat(run("""
                /// A doc comment.
                sealed interface Shape permits Dot, Line {}
                record Dot() implements Shape {}

                record Line(int length)
                        implements Shape {}
                /* a comment
                   of two lines */
                int size(Shape shape) {
                    return switch (shape) {
                        case Dot _ -> 0;
                        case Line(int length) -> length;
                    };
                }
                size(new Line(7))
                """)).isTrue();
        assertThat(out()).isEqualTo("7\n");
    }

    @Test
    void theFirstFailureEndsItAndIsToldWithTheScriptsLine() throws IOException {
        assertThat(run("println(\"before\");\n\n\nint x = \"text\";\nprintln(\"after\");\n"))
                .isFalse();
        assertThat(out()).isEqualTo("before\n");
        assertThat(err()).startsWith("line 4: incompatible types").contains("int x = \"text\";\n          ^^^^^^");
    }

    @Test
    void aTraceNamesTheScriptAndItsLine() throws IOException {
        assertThat(run("void fail() {\n  throw new IllegalStateException(\"no\");\n}\n\nfail();\n"))
                .isFalse();
        assertThat(err()).contains("IllegalStateException: no", "fail (demo.java, line 2)", "demo.java, line 5");
    }

    @Test
    void windowsLineEndsMarksAndAMissingLastLineEndDoNoHarm() throws IOException {
        assertThat(run("\ufeff#!/usr/bin/env jforge\r\nint crlf =\r\n  3;\r\ncrlf"))
                .isTrue();
        assertThat(out()).isEqualTo("3\n");
    }

    @Test
    void aTextBlockKeepsWhatLooksLikeMore() throws IOException {
        assertThat(run("var block = \"\"\"\n  %maven x\n  } ;\n  \"\"\";\nblock.strip()\n"))
                .isTrue();
        assertThat(out()).isEqualTo("%maven x\n} ;\n");
    }

    @Test
    void magicsStandAmongJava() throws IOException {
        assertThat(run("int a = 10;\na\n  %7\n%help chart\n")).isTrue();
        assertThat(out()).startsWith("3\n%chart");
        assertThat(run("%nonsense\n")).isFalse();
        assertThat(err()).contains("no magic %nonsense");
    }

    @Test
    void exitEndsAScriptInItsMiddle() throws IOException {
        assertThat(run("1\n%exit\n2\n")).isTrue();
        assertThat(out()).isEqualTo("1\n");
    }

    @Test
    void whatCellsAskIsAnsweredByTheInput() throws IOException {
        Input answers = (prompt, _) -> java.util.Optional.of("answer to " + prompt.strip());
        assertThat(run("input(\"Who? \")\nnew Scanner(System.in).nextLine()".getBytes(StandardCharsets.UTF_8), answers))
                .isTrue();
        assertThat(out()).isEqualTo("answer to Who?\nanswer to \n");
    }

    @Test
    void withNobodyToAskInputIsAtItsEnd() throws IOException {
        assertThat(run("System.in.read()")).isTrue();
        assertThat(out()).isEqualTo("-1\n");
    }

    @Test
    void tenMegabytesOfCommentsAndOneStatementTakeSeconds() throws IOException {
        var script = new StringBuilder(11 << 20);
        while (script.length() < 5 << 20)
            script.append("// ").append("x".repeat(70)).append('\n');
        script.append("/*\n");
        while (script.length() < 10 << 20) script.append("y".repeat(70)).append('\n');
        script.append("*/\n1 + 1\n");
        assertThat(run(script.toString())).isTrue();
        assertThat(out()).isEqualTo("2\n");
    }

    @Test
    void binaryJunkIsAnErrorAndNoMore() throws IOException {
        byte[] junk = new byte[1 << 20];
        new Random(7).nextBytes(junk);
        assertThat(run(junk)).isFalse();
        assertThat(err()).isNotBlank();
        assertThat(run("40 + 2")).isTrue();
        assertThat(out()).endsWith("42\n");
    }

    @Test
    void whatChangesIsShownAsItIsAtTheEnd() throws IOException {
        assertThat(run("var shown = display(1); shown.update(2); shown.update(3);"))
                .isTrue();
        assertThat(out()).isEqualTo("1\n3\n");
    }

    @Test
    void textWithoutALineEndIsEndedBeforeAValue() throws IOException {
        assertThat(run("System.out.print(\"no end\");\n5\n")).isTrue();
        assertThat(out()).isEqualTo("no end\n5\n");
    }

    @Test
    void theLastChartIsWrittenAsAPicture() throws IOException {
        var file = folder.resolve("chart.png");
        assertThat(run("%chart\n")).isFalse();
        assertThat(err()).contains("no chart was shown yet");
        assertThat(run("import org.knowm.xchart.*;\n"
                        + "var chart = new CategoryChartBuilder().build();\n"
                        + "chart.addSeries(\"s\", List.of(\"a\"), List.of(1));\n"
                        + "chart\n%chart " + file + "\n"))
                .isTrue();
        assertThat(out()).contains("a │█").endsWith(file + "\n");
        assertThat(Files.readAllBytes(file)).startsWith(0x89, 'P', 'N', 'G');
    }
}
