package io.jforge.jupyter.client;

import io.jforge.jupyter.display.Html;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a terminal would show of a text, as HTML: colours by style sheet class, lines rewritten by `\r`, the rest of
/// the control sequences dropped.
final class AnsiText {
    /// A select-graphic-rendition sequence (its parameters captured), or another control sequence to drop.
    private static final Pattern SEQUENCE = Pattern.compile(
            "\u001b\\[([0-9;:]*)m|\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|\u001b.?");
    private static final Pattern CONTROL = Pattern.compile("[\u0000-\u0007\u000b-\u001a\u001c-\u001f]");
    private static final Pattern REWRITTEN = Pattern.compile("(?m)^.*\r(?=[^\n\r])");
    private static final Pattern RETURN = Pattern.compile("\r+(?=\n|\\z)");

    private final StringBuilder html = new StringBuilder();
    private AnsiStyle style = AnsiStyle.PLAIN;

    private AnsiText() {}

    static String toHtml(String text) {
        return new AnsiText().translate(asLeftOnScreen(text));
    }

    private String translate(String text) {
        Matcher sequence = SEQUENCE.matcher(text);
        int from = 0;
        while (sequence.find()) {
            append(text.substring(from, sequence.start()));
            from = sequence.end();
            select(sequence.toMatchResult());
        }
        append(text.substring(from));
        return html.toString();
    }

    private void select(MatchResult sequence) {
        if (sequence.group(1) != null) {
            List<String> numbers = Arrays.asList(sequence.group(1).split("[;:]"));
            style = style.after(numbers.stream()
                    .map(number -> number.isEmpty() || number.length() > 3 ? 0 : Integer.parseInt(number))
                    .toList());
        }
    }

    private void append(String text) {
        String shown = CONTROL.matcher(text).replaceAll("");
        if (!shown.isEmpty()) {
            html.append(style.wrap(Html.escape(shown)));
        }
    }

    /// A carriage return starts the line again, so a progress bar leaves only its last state.
    private static String asLeftOnScreen(String text) {
        String ended = text.indexOf('\r') < 0 ? text : RETURN.matcher(text).replaceAll("");
        String lines =
                ended.indexOf('\r') < 0 ? ended : REWRITTEN.matcher(ended).replaceAll("");
        return lines.indexOf('\b') < 0 ? lines : backspaced(lines);
    }

    private static String backspaced(String text) {
        var left = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\b') {
                left.append(c);
            } else if (!left.isEmpty() && left.charAt(left.length() - 1) != '\n') {
                left.setLength(left.length() - 1);
            }
        }
        return left.toString();
    }
}
