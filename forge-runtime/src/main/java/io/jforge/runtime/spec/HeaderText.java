package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Finds the header at the head of a Source's text and knows at which line and column each of its characters
/// stands.
///
/// `cleaned` is the text up to the header's end, of the same length as there, with blanks for what is not
/// header: the comment's marks, a line's leading star, `#` comments.
record HeaderText(Language language, String op, String cleaned, List<Integer> lineStarts) {
    private static final String OPENING = "a source begins with '/* forge 1 c OP' or '/* forge 1 cuda OP'";
    private static final Pattern FIRST_LINE =
            Pattern.compile("\\s*/\\*[ \\t]+forge[ \\t]+(\\S+)[ \\t]+(\\S+)[ \\t]+(\\S+)[ \\t]*(#[^\\n]*)?\\r?(\\n|$)");

    HeaderText {
        lineStarts = List.copyOf(lineStarts);
    }

    static HeaderText of(String text) {
        var lines = lineStarts(text);
        var first = FIRST_LINE.matcher(text);
        if (!first.lookingAt()) throw place(lines, begin(text)).error(OPENING);
        if (!first.group(1).equals("1"))
            throw place(lines, first.start(1))
                    .error("format %s is not known: this JForge reads 'forge 1'".formatted(first.group(1)));
        var language = Language.find(first.group(2))
                .orElseThrow(() -> place(lines, first.start(2))
                        .error("'%s' is not a language: it is c or cuda.%s"
                                .formatted(first.group(2), Nearest.suffix(first.group(2), Language.labels()))));
        if (!first.group(3).matches("[A-Za-z_][A-Za-z0-9_]*"))
            throw place(lines, first.start(3)).error("'%s' is not the name of an op".formatted(first.group(3)));
        int end = text.indexOf("*/", first.end());
        if (end < 0) throw place(lines, begin(text)).error("the header's comment has no end: '*/' is missing");
        return new HeaderText(language, first.group(3), clean(text, first.end(), end), lines);
    }

    Place place(int offset) {
        return place(lineStarts, offset);
    }

    private static int begin(String text) {
        int at = 0;
        while (at < text.length() && Lexer.isSpace(text.charAt(at))) at++;
        return at;
    }

    private static String clean(String text, int from, int to) {
        var cleaned = new StringBuilder(" ".repeat(from)).append(text, from, to);
        boolean lineBegins = true;
        boolean comment = false;
        for (int i = from; i < to; i++) {
            char c = cleaned.charAt(i);
            boolean blank = Lexer.isSpace(c);
            comment = c != '\n' && (comment || c == '#');
            if (comment || (lineBegins && c == '*')) cleaned.setCharAt(i, ' ');
            lineBegins = c == '\n' || (lineBegins && blank);
        }
        return cleaned.toString();
    }

    private static List<Integer> lineStarts(String text) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) == '\n') starts.add(i + 1);
        return starts;
    }

    private static Place place(List<Integer> starts, int offset) {
        int low = 0;
        int high = starts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts.get(middle) <= offset) low = middle;
            else high = middle - 1;
        }
        return new Place(low + 1, offset - starts.get(low) + 1);
    }
}
