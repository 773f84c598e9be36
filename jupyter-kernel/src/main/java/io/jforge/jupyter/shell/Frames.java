package io.jforge.jupyter.shell;

import java.util.ArrayList;
import java.util.List;

/// Makes long traces short: what comes round again and again is told once.
final class Frames {
    private static final int MOST = 25;
    private static final int LONGEST_ROUND = 6;
    private static final int FEWEST_ROUNDS = 3;

    private Frames() {}

    static List<String> shortened(List<String> frames) {
        List<String> told = new ArrayList<>();
        int at = 0;
        while (at < frames.size() && told.size() < MOST) {
            int round = roundAt(frames, at);
            int rounds = round == 0 ? 1 : roundsOf(frames, at, round);
            told.addAll(frames.subList(at, at + Math.max(1, round)));
            if (rounds > 1) {
                told.add(
                        round == 1
                                ? "... the same %d times more".formatted(rounds - 1)
                                : "... these %d lines %d times more".formatted(round, rounds - 1));
            }
            at += Math.max(1, round) * rounds;
        }
        if (at < frames.size()) {
            told.add("... %d more".formatted(frames.size() - at));
        }
        return told;
    }

    /// How many lines repeat from there on, or none.
    private static int roundAt(List<String> frames, int at) {
        for (int round = 1; round <= LONGEST_ROUND; round++) {
            if (roundsOf(frames, at, round) >= FEWEST_ROUNDS) {
                return round;
            }
        }
        return 0;
    }

    private static int roundsOf(List<String> frames, int at, int round) {
        int rounds = 1;
        while (at + (rounds + 1) * round <= frames.size()
                && frames.subList(at + rounds * round, at + (rounds + 1) * round)
                        .equals(frames.subList(at, at + round))) {
            rounds++;
        }
        return rounds;
    }
}
