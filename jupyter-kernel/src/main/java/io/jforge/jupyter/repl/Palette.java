package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.SourceTokens.Kind;
import org.jline.utils.AttributedStyle;

/// The colours of a session, or none at all.
record Palette(boolean coloured) {
    private static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
    static final AttributedStyle FAILURE = PLAIN.foreground(AttributedStyle.RED);
    static final AttributedStyle HEADLINE = FAILURE.bold();
    static final AttributedStyle DIM = PLAIN.foreground(AttributedStyle.BRIGHT + AttributedStyle.BLACK);
    static final AttributedStyle PROMPT =
            PLAIN.foreground(AttributedStyle.GREEN).bold();
    static final AttributedStyle HEAD = PLAIN.bold();
    private static final int[] SERIES = {
        AttributedStyle.BLUE,
        AttributedStyle.YELLOW,
        AttributedStyle.GREEN,
        AttributedStyle.RED,
        AttributedStyle.MAGENTA,
        AttributedStyle.CYAN
    };
    static final AttributedStyle PAIR = PLAIN.inverse();

    /// The text in that style, as what is written to a terminal; JLine would make `|` of a table's `│`.
    String paint(AttributedStyle style, String text) {
        return coloured ? "\u001b[%sm%s\u001b[0m".formatted(style.toAnsi(), text) : text;
    }

    /// What tells a chart's series from the others.
    static AttributedStyle series(int number) {
        return PLAIN.foreground(SERIES[Math.floorMod(number, SERIES.length)]);
    }

    AttributedStyle of(Kind kind) {
        return coloured ? styleOf(kind) : PLAIN;
    }

    private static AttributedStyle styleOf(Kind kind) {
        return switch (kind) {
            case PLAIN -> PLAIN;
            case COMMENT -> DIM;
            case QUOTED -> PLAIN.foreground(AttributedStyle.GREEN);
            case NUMBER -> PLAIN.foreground(AttributedStyle.YELLOW);
            case KEYWORD -> PLAIN.foreground(AttributedStyle.MAGENTA);
            case TYPE -> PLAIN.foreground(AttributedStyle.CYAN);
            case CALL -> PLAIN.foreground(AttributedStyle.BLUE);
            case ANNOTATION, OPTION -> PLAIN.foreground(AttributedStyle.YELLOW);
            case MAGIC -> PLAIN.foreground(AttributedStyle.CYAN).bold();
        };
    }
}
