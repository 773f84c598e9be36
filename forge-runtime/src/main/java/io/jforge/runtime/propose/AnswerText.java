package io.jforge.runtime.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// An answer taken apart: its edits, its fenced blocks, and what is said around them.
record AnswerText(String prose, List<Block> blocks, Edits edits) {
    private static final Pattern FENCE = Pattern.compile("([ \\t]*+)(`{3,}+|~{3,}+)[ \\t]*+([^`\\s]*+)[^`]*+");
    private static final String THOUGHT = "</think>";

    /// A fenced block.
    ///
    /// @param info the word behind the fence that opens it
    record Block(String info, String text, boolean closed) {}

    static AnswerText of(String answer) {
        var edits = Edits.in(lines(answer));
        var prose = new StringBuilder();
        var blocks = new ArrayList<Block>();
        var rest = edits.rest();
        for (int i = 0; i < rest.size(); i++) {
            var opening = FENCE.matcher(rest.get(i));
            if (!opening.matches()) {
                prose.append(rest.get(i)).append('\n');
                continue;
            }
            int end = end(rest, i + 1, opening.group(2));
            var text = indentedLess(rest.subList(i + 1, end), opening.group(1).length());
            // the fence around edits that were taken out
            if (!text.isBlank() || edits.isEmpty()) blocks.add(new Block(opening.group(3), text, end < rest.size()));
            i = end;
        }
        return new AnswerText(prose.toString(), List.copyOf(blocks), edits);
    }

    /// Without what a model thought aloud before it answered, and as lines of one kind.
    private static List<String> lines(String answer) {
        int thought = answer.lastIndexOf(THOUGHT);
        var said = thought < 0 ? answer : answer.substring(thought + THOUGHT.length());
        return said.replace("\uFEFF", "").lines().toList();
    }

    /// Where the block that begins here is closed: a row of the same sign, as long or longer; else the end.
    private static int end(List<String> lines, int from, String fence) {
        for (int i = from; i < lines.size(); i++) {
            var line = lines.get(i).strip();
            if (line.length() >= fence.length()
                    && line.equals(fence.substring(0, 1).repeat(line.length()))) return i;
        }
        return lines.size();
    }

    private static String indentedLess(List<String> lines, int columns) {
        var text = new StringBuilder();
        for (var line : lines) {
            int blank = 0;
            while (blank < columns && blank < line.length() && Character.isWhitespace(line.charAt(blank))) blank++;
            text.append(line, blank, line.length()).append('\n');
        }
        return text.toString();
    }

    boolean isEmpty() {
        return prose.isBlank() && blocks.isEmpty() && edits.isEmpty();
    }
}
