package io.jforge.jupyter.shell;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the word that somebody who mistyped one probably meant.
final class Nearest {
    private Nearest() {}

    /// The only word that is near enough, or nothing where none is, or where two are equally near.
    static Optional<String> to(String typed, Stream<String> words) {
        var near = words.distinct()
                .filter(word -> !word.equals(typed))
                .filter(word -> distance(typed, word) <= allowed(typed))
                .sorted(Comparator.comparingInt(word -> distance(typed, word)))
                .limit(2)
                .toList();
        boolean clear = near.size() == 1
                || (near.size() == 2 && distance(typed, near.getFirst()) < distance(typed, near.getLast()));
        return clear ? Optional.of(near.getFirst()) : Optional.empty();
    }

    /// Short words resemble too many others.
    private static int allowed(String typed) {
        return typed.length() < 3 ? 0 : typed.length() < 6 ? 1 : 2;
    }

    /// How many letters were left out, added, changed or swapped; case is not counted.
    static int distance(String a, String b) {
        String from = a.toLowerCase(Locale.ROOT);
        String to = b.toLowerCase(Locale.ROOT);
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(from, to, steps, i, j);
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int step(String from, String to, int[][] steps, int i, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int best = Math.min(steps[i - 1][j - 1] + (same ? 0 : 1), Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
    }
}
