package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.Value;
import io.jforge.jupyter.shell.Completion.Candidate;
import io.jforge.jupyter.shell.Completion.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In the cells of these tests the cursor is where the bar stands.
@Timeout(60)
class CompletionTest {
    private static Shell shell;

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
        var earlier = shell.evaluate("""
                int twice(int n) { return 2 * n; }
                record Point(int across, int up) {}
                enum Color { RED, GREEN }
                var point = new Point(1, 2);
                String text = "abc";
                int count = 3;
                Color color = Color.RED;
                List<Map<String, Integer>> deep = List.of();
                count""", "cell 1", (_, _) -> {});
        assertThat(earlier).isEqualTo(new Value(3));
        complete("BufferedIm|"); // the list of all types is made when first needed
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private static Completion complete(String cell) {
        int cursor = cell.indexOf('|');
        return shell.complete(cell.substring(0, cursor) + cell.substring(cursor + 1), cursor);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.leng| => length()",
                "\"😀\".isB| => isBlank()",
                "point.acr| => across()",
                "Math.hyp| => hypot(",
                "Color.GR| => GREEN",
                "twi| => twice(",
                "twice(cou| => count",
                "deep.stream().map(m -> m.getOrD| => getOrDefault(",
                "deep.stream().map(m -> m.getOrDefault(\"a\", 1)).fil| => filter(",
                "deep.getFirst().entrySet().iterator().next().getK| => getKey()",
                "for (var each : deep) { each.entryS| => entrySet()",
                "new ArrayDeq| => ArrayDeque(",
                "List<StringTok| => StringTokenizer",
                "new ArrayList<StringTok| => StringTokenizer",
                "import java.ut| => util.",
                "import java.util.concurrent.Semaph| => Semaphore",
                "import module java.deskt| => java.desktop",
                "retu| => return",
                "point instance| => instanceof",
                "BufferedImageOp| => java.awt.image.BufferedImageOp",
                "@Overr| => Override",
                "switch (color) { case RED, GR| => GREEN",
                "try (var in = Files.newInputStream(null)) { in.readAll| => readAllBytes()",
                "try { } catch (UncheckedIO| => UncheckedIOException",
            })
    void oneWordIsOffered(String example) {
        String[] parts = example.split(" => ");
        assertThat(complete(parts[0]).matches()).containsExactly(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var zebra = 5; zeb| => zebra",
                "var zebra = text; zebra.isBl| => isBlank()",
                "String f(String zebra) { return zeb| => zebra",
                "class A { int zebra; void b() { zeb| => zebra",
                "for (int zebra = 0; zeb| => zebra",
                "for (var zebra : deep) System.out.println(zeb| => zebra",
                "deep.forEach(zebra -> System.out.println(zeb| => zebra",
                "deep.stream().reduce((zebra, other) -> zeb| => zebra",
                "if (point instanceof Point zebra && zeb| => zebra",
                "if (point instanceof Point(var zebra, _) && zeb| => zebra",
                "record Q(int zebra) { int twice() { return zeb| => zebra",
                "int zebra(int n) { return n; }\nzeb| => zebra(",
                "int zebra(int n) { return n; }\nvoid g() { zeb| => zebra(",
                "record Zebra(int age) {}\nvar z = new Zebra(3); z.ag| => age()",
                "record Zebra(int age) {}\nZeb| => Zebra",
                "int zebra(int n) { return n; }\nvar z = List.of(text); z.getFirst().isBl| => isBlank()",
                "import java.util.regex.*;\nPattern p = Pattern.comp| => compile(",
                "import java.util.regex.*;\nPatternSynt| => PatternSyntaxException",
                "import java.util.regex.Matcher;\nMatch| => Matcher",
            })
    void whatThisVeryCellDeclaresIsOffered(String example) {
        String[] parts = example.split(" => ");
        assertThat(complete(parts[0]).matches()).contains(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"// text.le|", "/* text.le|", "'te|", "{ int zebra = 1; } zeb|", "int coun|", "point.across().|"
            })
    void nothingIsOffered(String cell) {
        assertThat(complete(cell).matches()).isEmpty();
    }

    @Test
    void whatFitsComesFirst() {
        assertThat(complete("String s = |").matches()).startsWith("text");
        assertThat(complete("Color c = |").matches()).startsWith("Color.GREEN", "Color.RED");
        assertThat(complete("int n = text.|").matches().getFirst()).isEqualTo("charAt(");
        assertThat(complete("point.|").matches()).startsWith("across()", "up()");
    }

    @Test
    void theWholeOfAWordIsReplaced() {
        assertThat(complete("int n = text.le|ngth() + 1;"))
                .isEqualTo(
                        new Completion(13, 19, List.of(new Candidate("length", Kind.METHOD, "int String.length()"))));
        assertThat(complete("coun|ter + 1").end()).isEqualTo(7);
        assertThat(complete("count + |text").end()).isEqualTo(8);
        assertThat(complete("\n\n  text.le|\nint x = 1;"))
                .extracting(Completion::start)
                .isEqualTo(9);
    }

    @Test
    void aCandidateSaysWhatItIs() {
        assertThat(complete("twi|").candidates())
                .containsExactly(new Candidate("twice(", Kind.METHOD, "int twice(int n)"));
        assertThat(complete("dee|").candidates())
                .containsExactly(new Candidate("deep", Kind.VARIABLE, "List<Map<String, Integer>>"));
        assertThat(complete("Color.RE|").candidates().getFirst().kind()).isEqualTo(Kind.FIELD);
        assertThat(complete("import java.ut|").candidates().getFirst().kind()).isEqualTo(Kind.PACKAGE);
        assertThat(complete("StringBuild|").candidates().getFirst().kind()).isEqualTo(Kind.CLASS);
        assertThat(complete("retu|").candidates().getFirst().kind()).isEqualTo(Kind.KEYWORD);
        assertThat(complete("int zebra = 1; zeb|").candidates().getFirst())
                .isEqualTo(new Candidate("zebra", Kind.VARIABLE, "int"));
    }

    @Test
    void filesAreOfferedInsideQuotes(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("first data.csv"), "");
        Files.writeString(folder.resolve(".hidden"), "");
        Files.createDirectory(folder.resolve("figures"));
        String cell =
                "Files.readString(Path.of(\"%s/fi|".formatted(folder.toString().replace('\\', '/'));
        assertThat(complete(cell).candidates())
                .containsExactly(
                        new Candidate("figures/", Kind.PATH, ""), new Candidate("first data.csv", Kind.PATH, ""));
        assertThat(complete(cell).start()).isEqualTo(cell.length() - 3);
        assertThat(complete("\"%s/no such folder/|".formatted(folder)).matches())
                .isEmpty();
    }

    @Test
    void aCompletionIsThereBeforeTheReaderNotices() {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 31; i++) {
            long start = System.nanoTime();
            complete("var zebra = deep.stream().map(m -> m.size()).toList();\nzebra.ge|");
            millis.add((System.nanoTime() - start) / 1_000_000);
        }
        Collections.sort(millis);
        assertThat(millis.get(15)).isLessThan(100);
    }
}
