package io.jforge.runtime.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Which of a run's few known cases comes next, in a random order: none twice in a trial, so that what a
/// candidate kept of a run that was checked does not help it in another.
final class Deck {
    /// One at full shape before timing, two timed samples, one after timing.
    static final int SIZE = 4;

    private final RandomGenerator random;
    private final List<Integer> left = new ArrayList<>();
    private int last = -1;

    Deck(RandomGenerator random) {
        this.random = random;
    }

    /// Puts all of them back: a new candidate has seen none.
    void shuffle() {
        left.clear();
    }

    /// Never the same twice running.
    int next() {
        if (left.isEmpty()) for (int i = 0; i < SIZE; i++) left.add(i);
        int at = random.nextInt(left.size());
        if (left.get(at) == last && left.size() > 1) at = (at + 1) % left.size();
        last = left.remove(at);
        return last;
    }
}
