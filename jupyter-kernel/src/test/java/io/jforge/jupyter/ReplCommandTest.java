package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The REPL as a process: pipes, exit statuses, a pseudo-terminal.
@Timeout(120)
class ReplCommandTest {
    /// Gives a command a terminal of its own; a part of every Linux.
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @TempDir
    private Path folder;

    private record Ended(int status, String out, String err) {}

    private Ended run(String input, String... words) throws Exception {
        return ended(start(List.of(words)), input);
    }

    private static List<String> command(List<String> words) {
        var command = new ArrayList<>(Installation.java(List.of()));
        command.add("repl");
        command.addAll(words);
        return command;
    }

    private Process start(List<String> words) throws IOException {
        return started(command(words), "dumb");
    }

    private Process started(List<String> command, String term) throws IOException {
        var builder =
                new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
        builder.environment().put("JFORGE_HOME", folder.resolve("home").toString());
        builder.environment().put("TERM", term);
        return builder.start();
    }

    private Ended ended(Process process, String input) throws Exception {
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out, Files.readString(folder.resolve("err")));
    }

    @Test
    void aPipeIsRunWithoutPromptsAndEndsWell() throws Exception {
        assertThat(run("1+1\n\"é😀你\"")).isEqualTo(new Ended(0, "2\né😀你\n", ""));
    }

    @Test
    void aFailureIsOnStandardErrorAndInTheStatus() throws Exception {
        var ended = run("println(1);\nint x = ;\nprintln(2);\n");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).isEqualTo("1\n");
        assertThat(ended.err()).startsWith("line 2:").contains("^");
    }

    @Test
    void codeAndFilesAreRunInOrderAndReadStandardInput() throws Exception {
        var file = Files.writeString(folder.resolve("two words.java"), "greeting + new Scanner(System.in).nextLine()");
        assertThat(run("world\n", "-c", "var greeting = \"hello \";", file.toString()))
                .isEqualTo(new Ended(0, "hello world\n", ""));
    }

    @Test
    void afterAFileItStaysWhenAsked() throws Exception {
        var file = Files.writeString(folder.resolve("a.java"), "int fromFile = 6;");
        assertThat(run("fromFile * 7", "-i", "--no-history", file.toString()).out())
                .isEqualTo("42\n");
    }

    @Test
    void whatIsNotThereIsToldInALine() throws Exception {
        var none = run("", "none.java");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err())
                .isEqualTo("jforge: cannot read the file none.java: name one that is there and may be read\n");
        assertThat(run("", "--class-path", "none.jar").err()).contains("no jar or folder none.jar");
    }

    @Test
    void previewFeaturesReachCompilerAndMachine() throws Exception {
        var ended = run(
                "switch (5) { case int i when i > 3 -> println(\"big\"); case int i -> println(i); }",
                "--enable-preview");
        assertThat(ended).isEqualTo(new Ended(0, "big\n", ""));
    }

    @Test
    void classesOfAFolderCanBeUsed() throws Exception {
        var source = Files.writeString(
                folder.resolve("Greeter.java"),
                "package g; public class Greeter { public static String greet() { return \"hi\"; } }");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.resolve("classes").toString(), source.toString()))
                .isZero();
        assertThat(run(
                        "g.Greeter.greet()",
                        "--class-path",
                        folder.resolve("classes").toString()))
                .isEqualTo(new Ended(0, "hi\n", ""));
    }

    private Process inTerminal(String term, String... words) throws IOException {
        return inTerminalWith("", term, words);
    }

    private static String line(String... words) {
        return command(List.of(words)).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /// @param variable `NAME=VALUE`, by which some terminals make themselves known
    private Process inTerminalWith(String variable, String term, String... words) throws IOException {
        return commandInTerminal(variable + " " + line(words), term);
    }

    private Process commandInTerminal(String line, String term) throws IOException {
        assumeTrue(Files.isExecutable(SCRIPT), "no " + SCRIPT + " here, which gives a process a terminal");
        var process = started(
                List.of(
                        SCRIPT.toString(),
                        "-qefc",
                        // where the tests run in the background, their children are deaf to Ctrl-C
                        "stty cols 80 rows 24; exec env --default-signal=INT " + line,
                        "/dev/null"),
                term);
        // a read of its output waits for ever: an end of the process is what ends it
        CompletableFuture.delayedExecutor(80, TimeUnit.SECONDS).execute(() -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        return process;
    }

    /// Reads until it has seen the text.
    private static String readUntil(Process process, String wanted) throws IOException {
        var seen = new StringBuilder();
        var bytes = new byte[4096];
        while (seen.indexOf(wanted) < 0) {
            int count = process.getInputStream().read(bytes);
            assertThat(count).as("the end came after: %s", seen).isPositive();
            seen.append(new String(bytes, 0, count, StandardCharsets.UTF_8));
        }
        return seen.toString();
    }

    private static void type(Process process, String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    @Test
    void inARealTerminalCtrlCStopsTheCellAndCtrlDLeaves() throws Exception {
        var process = inTerminal("xterm-256color", "--no-history");
        readUntil(process, "java[1]>");
        type(process, "println(\"go\" + \"ing\"); while (true) {}\r");
        readUntil(process, "going");
        type(process, "\u0003");
        assertThat(readUntil(process, "java[2]>")).contains("Interrupted: the cell was interrupted");
        type(process, "\u0004");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void ctrlZGivesTheShellItsTerminalBackAndFgGoesOn() throws Exception {
        var process = commandInTerminal("PS1='sh> ' bash --norc --noprofile -i", "xterm-256color");
        readUntil(process, "sh> ");
        type(process, line("--no-history") + "\n");
        readUntil(process, "java[1]>");
        type(process, "int half");
        readUntil(process, "half");
        type(process, "\u001a");
        readUntil(process, "Stopped");
        type(process, "echo a$((1 + 1))b\n");
        readUntil(process, "a2b\r\n");
        type(process, "fg\n");
        readUntil(process, "half");
        type(process, "Way = 21;\r");
        readUntil(process, "java[2]>");
        type(process, "while (true) { println(halfWay++); Thread.sleep(100); }\r");
        readUntil(process, "22\r\n");
        type(process, "\u001a");
        readUntil(process, "Stopped");
        type(process, "fg\n");
        readUntil(process, "25\r\n");
        type(process, "\u0003");
        readUntil(process, "java[3]>");
        type(process, "\u0004");
        readUntil(process, "sh> ");
        type(process, "exit\n");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void aDumbTerminalGetsPromptsAndNoEscapes() throws Exception {
        var process = inTerminal("dumb", "--no-history");
        var seen = readUntil(process, "java[1]> ");
        type(process, "int f() {\n");
        seen += readUntil(process, "...> ");
        type(process, "return 42; }\nf()\n");
        seen += readUntil(process, "42\r\njava[3]> ");
        type(process, "exit\n");
        seen += new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(seen).doesNotContain("\u001b");
    }

    @Test
    void cellsOfAnEarlierSessionAreFound() throws Exception {
        for (var keys : List.of("int once = 20;\r", "\u001bOA")) {
            var process = inTerminal("xterm-256color");
            readUntil(process, "java[1]>");
            type(process, keys);
            readUntil(process, keys.startsWith("int") ? "java[2]>" : "once");
            if (!keys.startsWith("int")) {
                type(process, "\u0003");
                readUntil(process, "java[1]>");
            }
            type(process, "\u0004");
            process.getInputStream().readAllBytes();
            assertThat(process.waitFor()).isZero();
        }
    }

    /// What a terminal gets to see of a chart, and answers to nothing but to `asked`.
    private String chart(String variable, String asked, String answer) throws Exception {
        var process = inTerminalWith(variable, "xterm-256color", "--no-history");
        readUntil(process, "java[1]>");
        type(
                process,
                "import org.knowm.xchart.*; var c = new XYChartBuilder().width(300).height(200).build();"
                        + " c.addSeries(\"s\", new double[] {1, 2}, new double[] {1, 4}); c\r");
        if (!asked.isEmpty()) {
            readUntil(process, asked);
            type(process, answer);
        }
        var seen = readUntil(process, "java[2]>");
        type(process, "\u0004");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return seen;
    }

    private static String all(String pattern, String seen) {
        return Pattern.compile(pattern)
                .matcher(seen)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            KITTY_WINDOW_ID=1      | \\u001b_G[^;]*;([^\\u001b]*)\\u001b
            TERM_PROGRAM=iTerm.app | \\u001b]1337;File=inline=1:([^\\u0007]*)\\u0007
            """)
    void aChartReachesATerminalThatShowsPicturesWhole(String variable, String pattern) throws Exception {
        var png = Base64.getDecoder().decode(all(pattern, chart(variable, "", "")));
        assertThat(ImageIO.read(new ByteArrayInputStream(png)).getWidth()).isGreaterThanOrEqualTo(300);
        assertThat(new String(png, png.length - 8, 4, StandardCharsets.ISO_8859_1))
                .isEqualTo("IEND");
    }

    @Test
    void aTerminalThatSaysItKnowsSixelsGetsThem() throws Exception {
        assertThat(chart("", "\u001b[c", "\u001b[?62;4;22c"))
                .containsPattern("\u001bP[0-9;]*q[^\u001b]{1000,}\u001b\\\\");
    }

    @Test
    void aTerminalThatAnswersNothingGetsCharacters() throws Exception {
        assertThat(chart("", "", "")).contains("  4 ┤").doesNotContain("\u001bP", "\u001b_G", "1337");
    }
}
