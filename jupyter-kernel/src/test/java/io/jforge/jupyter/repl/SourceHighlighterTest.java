package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceHighlighterTest {
    private final SourceHighlighter coloured = new SourceHighlighter(new Palette(true));

    @Test
    void wordsHaveTheirColoursAndNoCharacterIsLost() {
        var text = "%forge ops --json\nint x = 0x1F; // 漢字\nString s = \"é😀\";";
        var shown = coloured.highlight(text, 0);
        assertThat(shown.toString()).isEqualTo(text);
        assertThat(shown.toAnsi()).contains("\u001b[35mint", "\u001b[33m0x1F", "\u001b[36mString", "\u001b[32m\"é😀\"");
    }

    @Test
    void theBracketThatBelongsToTheOneAtTheCursorIsMarked() {
        assertThat(coloured.highlight("f(a[1])", 7).toAnsi()).contains("7;39m(").doesNotContain("7;39m[", "[7m[");
        assertThat(coloured.highlight("f(a[1])", 1).toAnsi()).contains("\u001b[7m)");
        assertThat(coloured.highlight("f(\")\")", 1).toAnsi()).endsWith("\"\u001b[7;39m)\u001b[0m");
        assertThat(coloured.highlight("f)", 2).toAnsi()).doesNotContain("\u001b[7m");
    }

    @Test
    void withoutColoursNothingIsMarked() {
        assertThat(new SourceHighlighter(new Palette(false))
                        .highlight("int f(a)", 8)
                        .toAnsi())
                .doesNotContain("\u001b");
    }
}
