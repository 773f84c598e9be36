package io.jforge.jupyter.repl;

import org.jline.utils.AttributedString;

/// How wide text is on a terminal: colours take no room, some characters take two columns.
final class Columns {
    private Columns() {}

    static int of(String text) {
        return AttributedString.fromAnsi(text).columnLength();
    }

    /// As much of the text as there is room for, with a sign where something is missing.
    static String cut(String text, int room) {
        if (of(text) <= room) return text;
        return AttributedString.fromAnsi(text).columnSubSequence(0, Math.max(0, room - 1)) + "…";
    }

    /// The text in the middle of so many columns.
    static String centred(String text, int room) {
        return " ".repeat(Math.max(0, (room - of(text)) / 2)) + text;
    }
}
