package io.jforge.jupyter.repl;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A failure as a terminal shows it: what happened stands out, where it happened steps back, carets stand under the
/// place also behind characters two columns wide.
record FailureText(String text, Palette palette) {
    private static final Pattern CARETS = Pattern.compile("(\\s*)(\\^+)");

    String shown() {
        List<String> shown = new ArrayList<>();
        String above = "";
        for (String line : text.lines().toList()) {
            shown.add(line(line, above));
            above = line;
        }
        return String.join("\n", shown);
    }

    private String line(String line, String above) {
        var carets = CARETS.matcher(line);
        if (carets.matches()) return palette.paint(Palette.FAILURE, carets(above, carets.end(1), carets.end(2)));
        if (line.startsWith("    at ") || line.startsWith("    ...")) return palette.paint(Palette.DIM, line);
        return line.startsWith("  ") ? line : palette.paint(Palette.HEADLINE, line);
    }

    private static String carets(String above, int from, int to) {
        int start = Math.min(from, above.length());
        int end = Math.clamp(to, start, above.length());
        var before = above.substring(0, start);
        int tabs = (int) before.chars().filter(c -> c == '\t').count();
        int width = Columns.of(before) - tabs;
        int length = Columns.of(above.substring(start, end));
        return before.replaceAll("[^\t]+", "") + " ".repeat(Math.max(0, width)) + "^".repeat(Math.max(1, length));
    }
}
