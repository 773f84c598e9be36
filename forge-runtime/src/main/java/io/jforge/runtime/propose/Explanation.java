package io.jforge.runtime.propose;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What an answer says of its change, as one short line.
final class Explanation {
    private static final int LENGTH = 80;
    private static final int LOOKED_AT = 4_000;
    private static final int LONGEST_LINE = 400;
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?;])\\s+");

    /// Headings, bullets, quotes, numbers of a list.
    private static final Pattern LEADING = Pattern.compile("^(?:\\s*+(?:[#>*+-]+|\\d{1,2}[.)])\\s++)++");

    private static final Pattern MARKS = Pattern.compile("\\*\\*|__|`|\\|");

    /// A word that announces what comes.
    private static final Pattern LABEL = Pattern.compile(
            "^(?i:what i changed?|changes?|change made|summary|explanation|idea|answer|plan|approach):\\s*");

    /// What says nothing of the change.
    private static final Pattern EMPTY = Pattern.compile(
            "(?i)^(sure|certainly|of course|okay|ok|great|absolutely|understood|thanks?( you)?|hello|hi)\\b.{0,40}"
                    + "|^(here('s| is| are)|below is|this is|the (following|full|complete|whole) (source|code)|looking at|let me|let's)\\b.*"
                    + "|.*:$");

    private Explanation() {}

    /// The first sentence that says something, headings last; empty where there is none.
    static String of(String prose) {
        var lines = prose.substring(0, Math.min(prose.length(), LOOKED_AT))
                .lines()
                .map(line ->
                        line.substring(0, Math.min(line.length(), LONGEST_LINE)).strip())
                .toList();
        return Stream.of(false, true)
                .flatMap(headings -> lines.stream().filter(line -> line.startsWith("#") == headings))
                .flatMap(Explanation::sentences)
                .filter(sentence -> !EMPTY.matcher(sentence).matches())
                .findFirst()
                .map(Explanation::line)
                .orElse("");
    }

    /// Those of a line; a single word is none.
    private static Stream<String> sentences(String line) {
        return Arrays.stream(SENTENCE.split(plain(line)))
                .map(sentence -> LABEL.matcher(sentence).replaceFirst("").strip())
                .filter(sentence -> sentence.contains(" "));
    }

    private static String plain(String line) {
        var text = line.chars()
                .filter(c -> !Character.isISOControl(c) && c != 0xFFFD && !Character.isSurrogate((char) c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return MARKS.matcher(LEADING.matcher(text).replaceFirst(""))
                .replaceAll("")
                .strip();
    }

    /// Cut between words.
    private static String line(String sentence) {
        var text = sentence.replaceAll("[.;]+$", "");
        if (text.length() <= LENGTH) return text;
        int end = text.lastIndexOf(' ', LENGTH - 3);
        return text.substring(0, end > LENGTH / 2 ? end : LENGTH - 3) + "...";
    }
}
