package io.jforge.jupyter.magic;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellPart.Java;
import io.jforge.jupyter.magic.CellPart.MagicUse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Where a percent sign begins a magic and where it does not.
class CellSplitterTableTest {
    /// Whole cells in which no percent sign is a magic.
    static final List<String> JAVA = List.of(
            "10 %7",
            "10\n%7",
            "10\n%5 + 2",
            "a\n%b",
            "a\n%b;",
            "a\n  %b\n  %c",
            "int r = a\n%b",
            "int r = a\n    %b + 1;",
            "int r = (a\n%b);",
            "int r = a // why\n%b;",
            "int r = a /* { */\n%b;",
            "int r = xs[0]\n%b;",
            "int r = f(1)\n%b;",
            "return a\n%b;",
            "a %= 3;",
            "a\n%= 3;",
            "a %\nb",
            "f(a,\n%b)",
            "f(\n%maven x\n)",
            "new int[] {1\n%b, 2}",
            "boolean odd = n\n%m instanceof Object;",
            "String s = \"%maven a:b:1\";",
            "String s = \"\\\"%maven a:b:1\";",
            "String s = \"\"\"\n%maven a:b:1\n\"\"\";",
            "String s = \"\"\"\n  %time x\n  \\\"\"\"\n%sh ls\n\"\"\";",
            "String s = \"\"\"\n\"\n%sh ls\n\"\"\";",
            "var s = \"\"\"\n  // no comment\n%sh ls\n  \"\"\".strip();",
            "// %maven a:b:1",
            "/* %maven a:b:1 */",
            "/*\n%maven a:b:1\n*/",
            "/**\n * {@code x}\n%time x\n */\nint x = 1;",
            "/// %time x\nint x = 1;",
            "void f() {\n%maven x\n}",
            "class A {\n  int n = 1\n%b;\n}",
            "Runnable r = () -> {\n%time x\n};",
            "switch (n) {\n%time x\n}",
            "printf(\"%d %%s%n\", 1);",
            "char c = '%';",
            "char c = '\"';\nint i = a\n%b;",
            "char c = '\\'';\nint i = a\n%b;",
            "x % y",
            "1 +\n%7",
            "%7",
            "% 7",
            "%",
            "%%",
            "%_x",
            "flag ?\n1 : 2",
            "flag\n? 1 : 2",
            "flag\n?one : two",
            "int n = flag\n? 1 : 2;",
            "f(flag?\n1 : 2)",
            "int n = flag?\n1 : 2;",
            "String s = \"\"\"\nwhat?\n\"\"\";",
            "/*\nwhat?\n*/",
            "// what?",
            "3?",
            "?",
            "a b?");

    /// Cells whose last part is a magic, its name and the rest of its line.
    static final List<String> MAGICS = List.of(
            "%lsmagic",
            "  %lsmagic",
            "\t%lsmagic",
            "\n\n%lsmagic",
            "int i = 1;\n%lsmagic",
            "import java.util.*;\n%lsmagic",
            "class A {}\n%lsmagic",
            "void f() {\n}\n%lsmagic",
            "// a comment\n%lsmagic",
            "/* a comment */\n%lsmagic",
            "int i = 1; // }\n%lsmagic",
            "int i = 1; /* ( */\n%lsmagic",
            "String s = \"(\";\n%lsmagic",
            "char c = '(';\n%lsmagic",
            "String s = \"\"\"\n  (\n  \"\"\";\n%lsmagic",
            "f();\n\n\n%lsmagic",
            "%sh ls\n%lsmagic",
            "%sh (\n%lsmagic",
            "%sh \"\n%lsmagic",
            "@Deprecated void f() {}\n%lsmagic",
            "int[] a = {1, 2};\n%lsmagic",
            "for (;;) { break; }\n%lsmagic",
            "%maven \"\"\"\n%lsmagic");

    private static final List<String> COMPLETE = List.of(
            "",
            "int i = 10 % 7;\n",
            "// (\n",
            "/* { \" */\n",
            "String s = \"%x\";\n",
            "var t = \"\"\"\n  %a b\n  \"\"\";\n",
            "void f() { g('}'); }\n",
            "%sh echo (\n");

    private static final List<String> UNFINISHED =
            List.of("f(\n", "/*\n", "var t = \"\"\"\n", "void f() {\n", "int[] a = {\n", "a[\n");

    private static final List<String> USES = List.of(
            "%time f()",
            "%timeit -n 3 f()",
            "%maven a:b:1",
            "%maven --offline a:b",
            "%env A=1",
            "%help time",
            "%who",
            "%load \"a b\"");

    static Stream<String> magicsAfterWhatIsComplete() {
        return COMPLETE.stream()
                .flatMap(java ->
                        USES.stream().flatMap(use -> Stream.of(java + use, java + "  " + use + "\nint after = 1;")));
    }

    static Stream<String> textWithinWhatIsUnfinished() {
        return UNFINISHED.stream().flatMap(java -> USES.stream().map(use -> java + use));
    }

    @ParameterizedTest
    @FieldSource("JAVA")
    void javaIsLeftAsItIs(String cell) {
        assertThat(CellSplitter.split(cell)).isEqualTo(List.of(new Java(cell)));
        assertThat(CellSplitter.withoutMagics(cell)).isEqualTo(cell);
    }

    @ParameterizedTest
    @FieldSource("MAGICS")
    void aMagicIsFoundBehindWhateverIsComplete(String cell) {
        assertThat(CellSplitter.split(cell).getLast()).isInstanceOfSatisfying(MagicUse.class, use -> {
            assertThat(use.name()).isEqualTo("lsmagic");
            assertThat(use.codeLine())
                    .isEqualTo((int) cell.chars().filter(c -> c == '\n').count());
        });
        assertThat(CellSplitter.withoutMagics(cell)).hasSameSizeAs(cell).doesNotContain("lsmagic");
    }

    @ParameterizedTest
    @CsvSource({
        "name?, inspect, name",
        "name??, inspect, name",
        "?name, inspect, name",
        "?? name, inspect, name",
        "'  List.of?  ', inspect, List.of",
        "größe?, inspect, größe",
        "f()?, inspect, f()",
        "%time?, help, %time",
        "%%timeit?, help, %%timeit",
        "?%forge, help, %forge"
    })
    void aNameWithAQuestionMarkAsksWhatItMeans(String line, String magic, String name) {
        assertThat(CellSplitter.split(line)).isEqualTo(List.of(new MagicUse(magic, name, Optional.empty(), 0)));
        String cell = "int n = 1;\n" + line.replace("%%", "%") + "\n\n";
        assertThat(CellSplitter.split(cell).get(1))
                .isEqualTo(new MagicUse(magic, name.replace("%%", "%"), Optional.empty(), 1));
    }

    @ParameterizedTest
    @MethodSource("magicsAfterWhatIsComplete")
    void everyMagicIsFoundBehindEveryCompletePiece(String cell) {
        String name = cell.substring(cell.lastIndexOf('%') + 1).split("\\s")[0];
        assertThat(CellSplitter.split(cell))
                .anySatisfy(part -> assertThat(part)
                        .isInstanceOfSatisfying(
                                MagicUse.class, use -> assertThat(use.name()).isEqualTo(name)));
    }

    @ParameterizedTest
    @MethodSource("textWithinWhatIsUnfinished")
    void noMagicIsFoundWithinAnUnfinishedPiece(String cell) {
        assertThat(CellSplitter.split(cell)).isEqualTo(List.of(new Java(cell)));
    }
}
