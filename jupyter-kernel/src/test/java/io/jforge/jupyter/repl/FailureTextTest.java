package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTextTest {

    private static String plain(String text) {
        return new FailureText(text, new Palette(false)).shown();
    }

    @Test
    void caretsStandUnderThePlaceBehindWideCharacters() {
        assertThat(plain("line 1: no\n  f(\"漢字😀\", x);\n            ^"))
                .isEqualTo("line 1: no\n  f(\"漢字😀\", x);\n              ^");
    }

    @Test
    void caretsUnderWideCharactersAreAsWide() {
        assertThat(plain("e\n  漢字 = 1\n  ^^")).endsWith("\n  ^^^^");
    }

    @Test
    void whatNeedsNoChangeHasNone() {
        var text = "line 1: cannot find symbol\n  int x = y;\n          ^\n    at cell 1, line 1";
        assertThat(plain(text)).isEqualTo(text);
    }

    @Test
    void whatHappenedStandsOutAndWhereStepsBack() {
        assertThat(new FailureText("Oh: no\n    at cell 1, line 1", new Palette(true)).shown())
                .isEqualTo("\u001b[31;1mOh: no\u001b[0m\n\u001b[90m    at cell 1, line 1\u001b[0m");
    }
}
