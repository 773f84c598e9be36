package io.jforge.runtime.search;

/// Why a search ended.
public enum Stop {
    ITERATIONS("all iterations done"),
    TIME("time limit reached"),
    GOAL("goal reached"),
    PATIENCE("no gain for too long"),
    EXHAUSTED("nothing left to try"),
    INTERRUPTED("interrupted");

    private final String words;

    Stop(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// As JSON and the store write it.
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
