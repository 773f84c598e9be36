package io.jforge.jupyter.display;

import java.util.regex.Pattern;

/// How many columns of a terminal a text takes: two for most characters of East Asia and for emoji, none for marks.
final class TextWidth {
    /// What one reads as one character.
    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private static final Pattern WIDE = Pattern.compile(
            "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}"
                    + "\\p{IsEmoji_Presentation}\\u3000-\\u303f\\uff01-\\uff60].*",
            Pattern.DOTALL);

    private TextWidth() {}

    static int of(String text) {
        if (text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) return text.length();
        return CLUSTER.matcher(text)
                .results()
                .mapToInt(match -> width(match.group()))
                .sum();
    }

    private static int width(String cluster) {
        return WIDE.matcher(cluster).matches() || cluster.indexOf('\ufe0f') > 0 ? 2 : 1;
    }

    /// Filled with blanks to a width, or cut to it.
    static String padded(String text, int width, boolean right) {
        var fitting = of(text) <= width ? text : cut(text, width - 1) + "…";
        var blanks = " ".repeat(Math.max(0, width - of(fitting)));
        return right ? blanks + fitting : fitting + blanks;
    }

    private static String cut(String text, int width) {
        var kept = new StringBuilder();
        int left = width;
        for (var match : CLUSTER.matcher(text).results().toList()) {
            left -= width(match.group());
            if (left < 0) break;
            kept.append(match.group());
        }
        return kept.toString();
    }
}
