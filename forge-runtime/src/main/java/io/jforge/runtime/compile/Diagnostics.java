package io.jforge.runtime.compile;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a compiler said about a candidate, cut to what a person or a proposer reads.
final class Diagnostics {
    private static final int LINES = 30;
    private static final List<String> NOISE =
            List.of("compilation terminated", "Compilation terminated", "ptxas info", "ptxas         .");

    /// An option that a candidate cannot choose: the advice that helps is another.
    private static final Pattern ADVICE = Pattern.compile("Consider using -default-device flag.*");

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

    private static boolean isNoise(String line) {
        return NOISE.stream().anyMatch(line::startsWith);
    }
}
