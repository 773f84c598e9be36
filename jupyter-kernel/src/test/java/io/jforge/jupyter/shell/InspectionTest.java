package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In the cells of these tests the cursor is where the bar stands.
@Timeout(60)
class InspectionTest {
    private static Shell shell;

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
        shell.evaluate("""
                /** Doubles, even <b>0</b>.
                    @param n the {@code number} */
                int twice(int n) { return 2 * n; }
                /// Where *something* is.
                record Point(int across, int up) {
                    /// Moves it.
                    Point by(int steps) { return this; }
                }
                sealed interface Shape permits Dot {}
                record Dot() implements Shape {}
                var point = new Point(1, 2);
                String text = "line\\nbreak";
                var deep = new ArrayList<Map<String, List<Integer>>>();
                deep.add(Map.of("a", List.of(1, 2)));
                class Never { public String toString() { while (true) {} } }
                var never = new Never();
                int[] numbers = {1, 2, 3, 4, 5, 6, 7};
                """, "cell 1", (_, _) -> {});
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private static Optional<Inspection> inspect(String cell, boolean withDocumentation) {
        int cursor = cell.indexOf('|');
        return shell.inspect(cell.substring(0, cursor) + cell.substring(cursor + 1), cursor, withDocumentation);
    }

    private static List<String> signatures(String cell) {
        return inspect(cell, false).map(Inspection::signatures).orElse(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.len|gth() => int String.length()",
                "point.across| => int Point.across()",
                "twi|ce(3) => int twice(int n)",
                "twice(| => int twice(int n)",
                "Math.PI| => double Math.PI",
                "te|xt => String text = \"line\\\\nbreak\"",
                "point| => Point point = Point[across=1, up=2]",
                "deep| => ArrayList<Map<String, List<Integer>>> deep = 1 of [1 of {\"a\"=2 of [1, 2]}]",
                "numbers| => int[] numbers = 7 of [1, 2, 3, 4, 5, ...]",
                "never| => Never never = a Never",
                "Point| => record Point(int across, int up)",
                "Shape| => sealed interface Shape permits Dot",
                "int later(int n) { return n; }\nlater| => int later(int n)",
                "var zebra = 5; zebra| => int zebra",
                "import java.util.regex.*;\nPattern| => public final class Pattern implements Serializable",
                "Runnable| => public interface Runnable",
                "deep.stream().map| => <R> Stream<R> Stream<T>.map(Function<? super T, ? extends R> mapper)",
            })
    void aNameHasASignature(String example) {
        String[] parts = example.split(" => ");
        assertThat(signatures(parts[0])).containsExactly(parts[1].replace("\\\\", "\\"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"|", "nowhere|", "// text|", "text.nothing|", "3 + |", "😀|"})
    void nothingIsKnown(String cell) {
        assertThat(inspect(cell, true)).isEmpty();
    }

    @Test
    void everyOverloadHasItsSignature() {
        assertThat(signatures("Math.ma|x(1, 2)"))
                .containsExactly(
                        "int Math.max(int a, int b)",
                        "long Math.max(long a, long b)",
                        "float Math.max(float a, float b)",
                        "double Math.max(double a, double b)");
        assertThat(signatures("new Point(|")).containsExactly("record Point(int across, int up)");
    }

    @Test
    void commentsOfCellsAreShown() {
        var twice = inspect("twice|", true).orElseThrow();
        assertThat(twice.text()).contains("Doubles, even 0.").contains("n the number");
        assertThat(twice.html())
                .contains("<code>int twice(int n)</code>")
                .contains("even <b>0</b>")
                .contains("<dt>Parameters</dt>\n<dd><code>n</code> the <code>number</code>");
        assertThat(inspect("Point|", true).orElseThrow().text()).contains("Where *something* is.");
        assertThat(inspect("point.by|", true).orElseThrow().text()).contains("Moves it.");
    }

    @Test
    void aTypeTellsHowMuchIsInIt() {
        assertThat(inspect("Runnable|", true).orElseThrow().text()).contains("1 method");
    }

    @Test
    void javadocOfTheJdkIsReadable() {
        assumeThat(Path.of(System.getProperty("java.home"), "lib", "src.zip"))
                .as("this JDK comes without sources")
                .exists();
        var found = inspect("text.substring|", true).orElseThrow();
        assertThat(found.entries()).hasSize(2);
        assertThat(found.entries().getFirst().text())
                .startsWith("Returns a string that is a substring of this string. The")
                .contains("\n    \"unhappy\".substring(2) returns \"happy\"\n    \"Harbison\"")
                .contains("\n\nParameters\n    beginIndex the beginning index, inclusive.")
                .contains("\n\nThrows\n    IndexOutOfBoundsException if beginIndex is negative")
                .doesNotContain("{@", "<p>", "@param");
        assertThat(found.html()).contains("<pre>").doesNotContain("{@", "<a ", "@param");
    }

    @Test
    void sourcesBesideAJarAreRead(@TempDir Path folder) throws Exception {
        String source = "package lib; /** Greets. */ public class Greeter {"
                + " /** Says hello.\n@return the greeting */ public String greet(String name) { return name; }"
                + " /** As ever. */ public static final String USUAL = \"hi\";"
                + " /** Makes one. */ public static class Builder {} }";
        Files.createDirectories(folder.resolve("classes/lib"));
        compile(source, folder.resolve("classes"));
        zip(
                folder.resolve("lib-1.jar"),
                Map.of(
                        "lib/Greeter.class",
                        Files.readAllBytes(folder.resolve("classes/lib/Greeter.class")),
                        "lib/Greeter$Builder.class",
                        Files.readAllBytes(folder.resolve("classes/lib/Greeter$Builder.class"))));
        String others = "package lib.other; /** Of another package. */ public class %s {}";
        zip(
                folder.resolve("lib-1-sources.jar"),
                Map.of(
                        "lib/Greeter.java",
                        source.getBytes(StandardCharsets.UTF_8),
                        "lib/other/Greeter.java",
                        others.formatted("Greeter").getBytes(StandardCharsets.UTF_8),
                        "lib/other/Builder.java",
                        others.formatted("Builder").getBytes(StandardCharsets.UTF_8)));
        try (var own = Shell.start(ShellSetup.plain())) {
            own.addToClassPath(folder.resolve("lib-1.jar"));
            String cell = "new lib.Greeter().greet";
            var found = own.inspect(cell, cell.length(), true).orElseThrow();
            assertThat(found.text())
                    .isEqualTo(
                            "String lib.Greeter.greet(String name)\n\n    Says hello.\n\n    Returns\n        the greeting");
            assertThat(own.inspect("lib.Greeter", 11, true).orElseThrow().text())
                    .contains("public class Greeter", "1 constructor, 1 method", "Greets.");
            assertThat(own.inspect("lib.Greeter.Builder", 19, true)
                            .orElseThrow()
                            .text())
                    .contains("class Builder", "Makes one.");
            assertThat(own.inspect("lib.Greeter.USUAL", 17, true).orElseThrow().text())
                    .contains("As ever.");
        }
    }

    private static void compile(String source, Path classes) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            var file = new SimpleJavaFileObject(URI.create("text:///lib/Greeter.java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return source;
                }
            };
            assertThat(compiler.getTask(null, files, null, List.of("-parameters"), null, List.of(file))
                            .call())
                    .isTrue();
        }
    }

    private static void zip(Path target, Map<String, byte[]> files) throws Exception {
        try (var zip = new ZipOutputStream(Files.newOutputStream(target))) {
            for (String name : new TreeSet<>(files.keySet()).descendingSet()) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(files.get(name));
            }
        }
    }
}
