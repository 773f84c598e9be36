package io.jforge.jupyter.magic;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellPart.Java;
import io.jforge.jupyter.magic.CellPart.MagicUse;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellSplitterTest {
    private static MagicUse line(String name, String line, int at) {
        return new MagicUse(name, line, Optional.empty(), at);
    }

    @Test
    void magicsAndJavaAlternateAndJavaKeepsItsLines() {
        assertThat(CellSplitter.split("%a one two\nint x = 1;\n\n  %b\nx"))
                .containsExactly(
                        line("a", "one two", 0), new Java("\nint x = 1;\n"), line("b", "", 3), new Java("\n\n\n\nx"));
    }

    @Test
    void aCellMagicTakesTheWholeCell() {
        assertThat(CellSplitter.split("\n%%forge op\nname: x\n%y\n"))
                .containsExactly(new MagicUse("forge", "op", Optional.of("name: x\n%y\n"), 2));
        assertThat(CellSplitter.split("%%alone")).containsExactly(new MagicUse("alone", "", Optional.of(""), 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10\n%7",
                "int r = a\n%b;",
                "int r = a\n  %b\n  + 1;",
                "foo(10,\n%x)",
                "String s = \"\"\"\n%maven x\n\"\"\";",
                "/*\n%maven x\n*/",
                "// %maven x",
                "void f() {\n%maven x\n}",
                "x % y",
                "String s = \"{\";\nint i = 7\n%s;",
                "flag?\n  1\n  : 2",
                "var x = flag\n? a\n: b;",
                "List<\n?\n> all;",
                ""
            })
    void javaStaysAsItIs(String cell) {
        assertThat(CellSplitter.split(cell))
                .isEqualTo(cell.isBlank() ? java.util.List.of() : java.util.List.of(new Java(cell)));
        assertThat(CellSplitter.withoutMagics(cell)).isEqualTo(cell);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "char c = '{';\n%m",
                "// {\n%m",
                "String s = \"\"\"\n  \\\"\"\" {\n\"\"\";\n%m",
                "class A {\n}\n%m",
                "1 + 1\n%m some words",
                "/* { */ f();\n%m --option",
                "int i = 1;\ni?",
                "i?\n\n?List.of"
            })
    void aMagicMayFollowWhateverIsComplete(String cell) {
        assertThat(CellSplitter.split(cell)).last().isInstanceOf(MagicUse.class);
        assertThat(CellSplitter.withoutMagics(cell)).hasSameSizeAs(cell).doesNotContain("%");
    }

    @Test
    void aHalfTypedMagicIsKnownByItsPlace() {
        assertThat(CellSplitter.isMagicAt("int i = 1;\n%", 11)).isTrue();
        assertThat(CellSplitter.isMagicAt("int i = 1\n%", 10)).isFalse();
    }
}
