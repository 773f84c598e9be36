package io.jforge.jupyter.repl;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/// How wide text is on a terminal: colours take no room, some characters take two columns.
final class Columns {
    private static final String FURTHER = "    ";
    private static final Pattern WORDS = Pattern.compile("(?<=\\s)(?=\\S)");

    private Columns() {}

    static int of(String text) {
        return AttributedString.fromAnsi(text).columnLength();
    }

    /// As much of the text as there is room for, with a sign where something is missing.
    static String cut(String text, int room) {
        if (of(text) <= room) return text;
        return AttributedString.fromAnsi(text).columnSubSequence(0, Math.max(0, room - 1)) + "…";
    }

    /// The line broken between words where it is wider than the room; a word that is wider alone stays whole.
    static String broken(String line, int room) {
        if (of(line) <= room) return line;
        List<String> lines = new ArrayList<>();
        var last = "";
        for (var word : WORDS.split(line)) {
            if (!last.isBlank() && of(last + word.stripTrailing()) > room) {
                lines.add(last.stripTrailing());
                last = FURTHER;
            }
            last += word;
        }
        lines.add(last.stripTrailing());
        return String.join("\n", lines);
    }

    /// The text in the middle of so many columns.
    static String centred(String text, int room) {
        return " ".repeat(Math.max(0, (room - of(text)) / 2)) + text;
    }
}
