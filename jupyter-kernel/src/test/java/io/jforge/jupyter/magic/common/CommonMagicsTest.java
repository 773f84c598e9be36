package io.jforge.jupyter.magic.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellRunner.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class CommonMagicsTest {
    private static Notebook notebook;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        notebook = new Notebook();
    }

    @AfterAll
    static void close() {
        notebook.close();
    }

    private String shown() {
        return notebook.shown.getLast().plain();
    }

    @Test
    void jarsAndFoldersAreAddedAndListed() throws IOException {
        var repository = new TinyRepository(folder.resolve("lib with blanks"));
        Path jar = repository.publish("shrub", "1.5");
        notebook.value("%classpath \"" + jar + "\"");
        assertThat(shown()).isEqualTo("added " + jar);
        assertThat(notebook.value("tiny.Shrub.version()")).isEqualTo("1.5");
        notebook.run("%classpath \"" + jar + "\"");
        assertThat(shown()).startsWith("there already");
        notebook.run("%classpath");
        assertThat(shown()).contains("shrub:1.5", jar.toString());
        repository.publish("fern", "2");
        notebook.value("%jars \"" + folder + "/**/fern-*.jar\"");
        assertThat(notebook.value("tiny.Fern.version()")).isEqualTo("2");
        assertThat(notebook.failure("%jars " + folder + "/*.jar")).contains("there is no file");
        assertThat(notebook.failure("%classpath " + folder + "/none.jar")).contains("there is no file");
    }

    @Test
    void aFileIsRunUnderItsOwnName() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Half.java"),
                "package some.where;\n\nint half(int n) {\n    if (n < 0) throw new IllegalArgumentException(\"below\");\n    return n / 2;\n}\nhalf(8)\n");
        assertThat(notebook.value("%load " + file)).isEqualTo("4");
        assertThat(notebook.failure("half(-1)")).contains("half (Half.java, line 4)");
        Files.writeString(file, "int x = 1;\nint y = nowhere;\n");
        assertThat(notebook.failure("%load " + file)).contains("line 2", "nowhere");
        assertThat(notebook.printed("%load -n " + file)).isEqualTo("int x = 1;\nint y = nowhere;\n");
        Files.writeString(file, "%load " + file);
        assertThat(notebook.failure("%load " + file)).contains("loads itself");
    }

    @Test
    void theCodeOfANotebookIsRun() throws IOException {
        Path file = Files.writeString(folder.resolve("two.ipynb"), """
                {"cells": [{"cell_type": "markdown", "source": "no code"},
                 {"cell_type": "code", "source": ["int seven = 7;\\n", "int eight = 8;"]},
                 {"cell_type": "code", "source": "seven * eight"}]}""");
        assertThat(notebook.value("%load " + file)).isEqualTo("56");
        assertThat(notebook.failure("%load " + Files.writeString(folder.resolve("no.ipynb"), "{")))
                .contains("no notebook");
    }

    @Test
    void whatWasRunIsSavedLoadedAndTold() throws IOException {
        notebook.run("int first = 1;");
        int number = notebook.cells();
        notebook.run("int second = first + 1;");
        Path file = folder.resolve("kept.java");
        notebook.printed("%save " + file + " " + number + "-" + (number + 1));
        assertThat(file).hasContent("int first = 1;\n\nint second = first + 1;");
        assertThat(notebook.failure("%save " + file)).contains("exists; -f replaces it");
        assertThat(notebook.printed("%history " + number)).isEqualTo(number + ": int first = 1;\n");
        assertThat(notebook.printed("%history -g second")).contains("int second = first + 1;");
        notebook.run("%reset first second");
        assertThat(notebook.value("%load " + number + "-" + (number + 1) + "\nsecond"))
                .isEqualTo("2");
        assertThat(notebook.failure("%load 999999")).contains("there is no cell 999999");
    }

    @Test
    void declarationsAreListedAndForgotten() {
        try (var fresh = new Notebook()) {
            assertThat(fresh.printed("%who")).isEqualTo("nothing is declared yet\n");
            fresh.run(
                    "int[] numbers = {1, 2}; String quoted = \"say \\\"a\\\"\\n b\"; List<String> names = List.of();\n"
                            + "int twice(int n) { return 2 * n; }\nrecord Pair(int a, int b) {}\nimport java.util.zip.CRC32;");
            assertThat(fresh.printed("%who"))
                    .isEqualTo("variables numbers  quoted  names\nmethods   twice\ntypes     Pair\n");
            fresh.value("%whos");
            assertThat(fresh.shown.getLast().plain())
                    .containsPattern("numbers +int\\[] +\\[1, 2]")
                    .containsPattern("quoted +String +say \"a\"\\.\\.\\.")
                    .containsPattern("names +List<String> +\\[]")
                    .containsPattern("Pair +record");
            assertThat(fresh.printed("%reset numbers")).contains("numbers");
            assertThat(fresh.failure("numbers")).contains("variable numbers");
            assertThat(fresh.failure("%reset name")).contains("Did you mean names?");
            assertThat(fresh.failure("%reset")).contains("-f");
            assertThat(fresh.value("names")).isEqualTo("[]");
            fresh.value("%reset -f");
            assertThat(fresh.printed("%who")).isEqualTo("nothing is declared yet\n");
            assertThat(fresh.failure("new CRC32()")).contains("CRC32");
            assertThat(fresh.value("List.of(1)")).isEqualTo("[1]");
        }
    }

    @Test
    void aNameWithAQuestionMarkIsExplainedAsTextAndAsHtml() {
        notebook.run("/** Doubles what it gets. */\nint doubled(int n) { return 2 * n; }\nint answerOfMine = 42;");
        notebook.value("doubled?");
        assertThat(shown()).contains("int doubled(int n)", "Doubles what it gets.");
        assertThat(notebook.shown.getLast().data().get("text/html").toString())
                .contains("<code>int doubled(int n)</code>", "Doubles what it gets.");
        assertThat(notebook.value("?answerOfMine\n1 + 1")).isEqualTo("2");
        assertThat(shown()).isEqualTo("int answerOfMine = 42");
        notebook.value("List.of?");
        assertThat(shown()).contains(".of(E e1)", "unmodifiable list");
        notebook.value("%inspect String");
        assertThat(shown()).contains("class String");
        assertThat(notebook.printed("%time?")).startsWith("%time [CODE]");
        assertThat(notebook.failure("answerOfYours?")).contains("nothing called answerOfYours", "%who");
        assertThat(notebook.magics.complete("%inspect List.copyO", 19)).contains("List.copyOf(");
    }

    @Test
    void theFolderIsToldAndWhyItStays() {
        assertThat(notebook.printed("%pwd")).isEqualTo(Path.of("").toAbsolutePath() + "\n");
        assertThat(notebook.failure("%cd /tmp")).contains("cannot leave", "%sh cd /tmp && ...");
    }

    @Test
    void theEnvironmentReachesCommandsAndKeepsSecrets() {
        notebook.value("%env GREETING=\"hello you\"");
        assertThat(notebook.printed("%env GREETING")).isEqualTo("hello you\n");
        assertThat(notebook.printed("%sh echo $GREETING")).isEqualTo("hello you\n");
        assertThat(notebook.printed("%env MY_TOKEN")).doesNotContain("s3cret");
        notebook.value("%env");
        assertThat(shown()).contains("GREETING", "MY_TOKEN").doesNotContain("s3cret");
        assertThat(notebook.failure("%env GREETNG")).contains("Did you mean GREETING?");
    }

    @Test
    void commandsStreamBothOutputsAndTellTheirStatus() {
        notebook.value("%%sh\necho one; echo two >&2\necho é😀");
        assertThat(notebook.out.toString()).isEqualTo("one\né😀\n");
        assertThat(notebook.err.toString()).isEqualTo("two\n");
        assertThat(notebook.failure("%sh exit 3")).isEqualTo("%sh: the command ended with status 3");
        assertThat(notebook.value("%sh --out listing printf 'a b'\nlisting.length()"))
                .isEqualTo("3");
        assertThat(notebook.printed("%sh cat")).isEmpty();
        assertThat(notebook.failure("%sh --out 1x echo")).contains("can be no variable's name");
    }

    @Test
    void anInterruptEndsACommandAndItsChildren() throws Exception {
        var running = CompletableFuture.supplyAsync(
                () -> notebook.run("%sh sleep 4321 & echo started; sleep 4322"), task -> new Thread(task).start());
        while (!notebook.out.toString().contains("started")) Thread.onSpinWait();
        notebook.interrupt();
        assertThat(running.get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.name()).isEqualTo("Interrupted"));
        var ended = ProcessHandle.current()
                .descendants()
                .filter(p -> p.info().commandLine().orElse("").matches(".*sleep 432[12].*"))
                .toList();
        for (var process : ended) process.onExit().get(5, TimeUnit.SECONDS);
        assertThat(notebook.value("1 + 1")).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({
        "html, text/html",
        "markdown, text/markdown",
        "latex, text/latex",
        "svg, image/svg+xml",
        "javascript, application/javascript"
    })
    void otherLanguagesAreShownAsWhatTheyAre(String magic, String type) {
        notebook.value("%%" + magic + "\n<b>% it { is }</b>\n%maven x");
        assertThat(notebook.shown.getLast().data())
                .containsEntry(type, "<b>% it { is }</b>\n%maven x")
                .containsKey("text/plain");
    }

    @Test
    void jsonIsParsed() {
        notebook.value("%%json\n{\"a\": [1, true]}");
        assertThat(notebook.shown.getLast().data().get("application/json")).hasToString("{a=[1, true]}");
        assertThat(notebook.failure("%%json\n{\"a\":\n oops}")).contains("line 2 is not JSON");
    }

    @Test
    void aCellBecomesAFile() {
        Path file = folder.resolve("written.txt");
        assertThat(notebook.printed("%%writefile " + file + "\none\n%two")).isEqualTo("wrote " + file + "\n");
        assertThat(notebook.printed("%%writefile -a " + file + "\nthree\n")).startsWith("added to");
        assertThat(file).hasContent("one\n%two\nthree");
        assertThat(notebook.failure("%%writefile " + folder + "/no/such\nx")).contains("its folder does not exist");
        assertThat(notebook.magics.complete(
                        "%load " + folder + "/wri", 6 + folder.toString().length() + 4))
                .containsExactly(file.toString());
    }
}
