package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.SourceTokens;
import io.jforge.jupyter.display.SourceTokens.Kind;
import io.jforge.jupyter.display.SourceTokens.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Colours a cell while it is typed, and marks the bracket that belongs to the one at the cursor.
final class SourceHighlighter implements Highlighter {
    private static final String BRACKETS = "([{)]}";

    private final Palette palette;

    SourceHighlighter(Palette palette) {
        this.palette = palette;
    }

    @Override
    public AttributedString highlight(LineReader reader, String text) {
        return highlight(text, reader.getBuffer().cursor());
    }

    AttributedString highlight(String text, int cursor) {
        var shown = new AttributedStringBuilder();
        var brackets = new StringBuilder();
        for (Token token : SourceTokens.ofCell(text, "java")) {
            shown.append(token.text(), palette.of(token.kind()));
            brackets.append(
                    token.kind() == Kind.PLAIN
                            ? token.text()
                            : "x".repeat(token.text().length()));
        }
        int at = partner(brackets, cursor);
        return at < 0 || !palette.coloured() ? shown.toAttributedString() : marked(shown.toAttributedString(), at);
    }

    private static AttributedString marked(AttributedString text, int at) {
        return new AttributedStringBuilder()
                .append(text.subSequence(0, at))
                .append(text.subSequence(at, at + 1).toString(), Palette.PAIR)
                .append(text.subSequence(at + 1, text.length()))
                .toAttributedString();
    }

    /// The place of the bracket that belongs to the one under or before the cursor, or -1.
    private static int partner(CharSequence text, int cursor) {
        int under = cursor < text.length() ? BRACKETS.indexOf(text.charAt(cursor)) : -1;
        if (under >= 0 && under < 3) return closing(text, cursor);
        return cursor > 0 && cursor <= text.length() && BRACKETS.indexOf(text.charAt(cursor - 1)) >= 3
                ? opening(text, cursor - 1)
                : -1;
    }

    private static int closing(CharSequence text, int from) {
        int depth = 0;
        for (int at = from; at < text.length(); at++) {
            int kind = BRACKETS.indexOf(text.charAt(at));
            if (kind >= 0) depth += kind < 3 ? 1 : -1;
            if (depth == 0) return at;
        }
        return -1;
    }

    private static int opening(CharSequence text, int from) {
        Deque<Integer> open = new ArrayDeque<>();
        for (int at = 0; at < from; at++) {
            int kind = BRACKETS.indexOf(text.charAt(at));
            if (kind >= 3 && !open.isEmpty()) open.pop();
            else if (kind >= 0 && kind < 3) open.push(at);
        }
        return open.isEmpty() ? -1 : open.peek();
    }
}
