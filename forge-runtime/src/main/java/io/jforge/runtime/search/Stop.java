package io.jforge.runtime.search;

/// Why a search ended.
public enum Stop {
    ITERATIONS("all iterations done"),
    TIME("time limit reached"),
    GOAL("goal reached"),
    PATIENCE("no gain for too long"),
    EXHAUSTED("nothing left to try"),
    MONEY("budget spent"),
    MODEL("the model could not be asked any more"),
    REPEATED("all trials tried again"),
    INTERRUPTED("interrupted");

    private final String words;

    Stop(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// What a label means, in words; a label that is none of these is its own word.
    public static String words(String label) {
        return java.util.Arrays.stream(values())
                .filter(stop -> stop.label().equals(label))
                .map(Stop::words)
                .findFirst()
                .orElse(label);
    }

    /// As JSON and the store write it.
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
