package io.jforge.runtime.compile;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a compiler said about a candidate, cut to what a person or a proposer reads.
final class Diagnostics {
    private static final int LINES = 30;
    private static final List<String> NOISE =
            List.of("compilation terminated", "Compilation terminated", "ptxas info", "ptxas         .");

    /// An option that a candidate cannot choose: the advice that helps is another.
    private static final Pattern ADVICE = Pattern.compile("Consider using -default-device flag.*");

    private static final Pattern ERROR = Pattern.compile("\\b(error|fatal)\\b");
    private static final int END = 4;
    private static final int LENGTH = 500;

    private Diagnostics() {}

    /// Its first lines: they name the candidate's own lines and show them.
    static String excerpt(String output) {
        var lines = ADVICE.matcher(output.strip())
                .replaceAll("Write __device__ before it.")
                .lines()
                .filter(Predicate.not(Diagnostics::isNoise))
                .toList();
        var shown = lines.stream().limit(LINES).collect(Collectors.joining("\n"));
        if (lines.size() > LINES) return shown + "\n... " + (lines.size() - LINES) + " more lines";
        return shown.isBlank() ? "the compiler failed without a word; was it short of memory?" : shown;
    }

    /// Its first error, else its end, as one short line.
    static String error(String output) {
        return lines(output)
                .filter(ERROR.asPredicate())
                .findFirst()
                .map(Diagnostics::cut)
                .orElseGet(() -> end(output));
    }

    /// Its end, as one short line: what a profiler tells of its progress and its tables left out.
    static String end(String output) {
        var lines = lines(output)
                .filter(line -> !line.startsWith("==PROF==") && !line.startsWith("\""))
                .toList();
        var text = String.join(" / ", lines.subList(Math.max(0, lines.size() - END), lines.size()));
        return text.isEmpty() ? "it said nothing" : cut(text);
    }

    private static Stream<String> lines(String output) {
        return output.lines().map(String::strip).filter(line -> !line.isEmpty() && !isNoise(line));
    }

    private static String cut(String text) {
        return text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
    }

    private static boolean isNoise(String line) {
        return NOISE.stream().anyMatch(line::startsWith);
    }
}
