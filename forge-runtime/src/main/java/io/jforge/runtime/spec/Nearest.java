package io.jforge.runtime.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the known name that a mistyped word most likely meant.
public final class Nearest {
    private static final int SHORTEST_PREFIX = 3;
    private static final int LONGEST = 64;

    private Nearest() {}

    /// The known name at the smallest edit distance, if one is near enough for the word's length.
    public static Optional<String> of(String word, Collection<String> known) {
        if (word.length() > LONGEST) return Optional.empty();
        int allowed = word.length() < 2 ? 0 : Math.max(1, word.length() / 3);
        return known.stream()
                .filter(k -> distance(word, k) <= allowed || completes(word, k))
                .min(Comparator.<String>comparingInt(k -> distance(word, k)).thenComparing(Comparator.naturalOrder()));
    }

    /// `" Did you mean softmax?"`, or nothing where no known name is near.
    public static String suffix(String word, Collection<String> known) {
        return of(word, known).map(" Did you mean %s?"::formatted).orElse("");
    }

    private static boolean completes(String word, String known) {
        return word.length() >= SHORTEST_PREFIX
                && known.toLowerCase(Locale.ROOT).startsWith(word.toLowerCase(Locale.ROOT));
    }

    /// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours each cost 1.
    static int distance(String left, String right) {
        var a = left.toLowerCase(Locale.ROOT);
        var b = right.toLowerCase(Locale.ROOT);
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) d[i][0] = i;
        for (int j = 0; j <= b.length(); j++) d[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (swapped(a, b, i, j)) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
        return d[a.length()][b.length()];
    }

    private static boolean swapped(String a, String b, int i, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }
}
