package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.Problem;
import java.util.stream.Collectors;

/// The text of one cell, asked for lines and places.
record CellText(String name, String text) {
    /// How much of a line is shown on either side of a place in it.
    private static final int MOST_AROUND = 200;

    /// The line that an offset is on, from 0.
    int lineOf(int offset) {
        return (int)
                text.substring(0, clamp(offset)).chars().filter(c -> c == '\n').count();
    }

    /// The first offset from there on that holds more than a blank; JShell miscounts lines of what starts with one.
    int afterBlanks(int offset) {
        int at = offset;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// Where a comment begins that has no end, or -1.
    int openComment() {
        int begins = text.lastIndexOf("/*");
        if (begins < 0 || begins + 2 <= text.lastIndexOf("*/")) return -1;
        Token last = Tokens.of(text).getLast();
        boolean open = last.kind() == Token.Kind.COMMENT && last.text().startsWith("/*") && !last.finished();
        return open ? last.start() : -1;
    }

    /// The text between two offsets.
    String part(int start, int end) {
        return text.substring(clamp(start), Math.max(clamp(start), clamp(end)));
    }

    /// A message about the text between two offsets, with the line it starts on and carets under it.
    Problem problem(String message, int start, int end) {
        int from = clamp(start);
        int wholeStart = text.lastIndexOf('\n', from - 1) + 1;
        int lineEnd = text.indexOf('\n', wholeStart);
        int lineStart = Math.max(wholeStart, from - MOST_AROUND);
        int shownEnd = Math.min(lineEnd < 0 ? text.length() : lineEnd, from + MOST_AROUND);
        String line = text.substring(lineStart, Math.max(lineStart, shownEnd));
        int column = Math.min(from - lineStart, line.length());
        int length = Math.max(1, Math.min(end - from, line.length() - column));
        // tabs stay tabs, and an emoji is as wide as its two units: the carets stand under the place in any client
        String padding = line.substring(0, column)
                .chars()
                .mapToObj(c -> c == '\t' ? "\t" : " ")
                .collect(Collectors.joining());
        String excerpt = "  %s\n  %s%s".formatted(line, padding, "^".repeat(length));
        return new Problem(message, lineOf(from) + 1, from - wholeStart + 1, excerpt);
    }

    private int clamp(int offset) {
        return Math.clamp(offset, 0, text.length());
    }
}
