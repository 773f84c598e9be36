package io.jforge.runtime.trial;

/// How much a candidate is asked to prove: the more hangs on it, the more.
public enum Rung {
    /// All distributions on small and odd shapes, one seed at full shape, timed samples, and once more
    /// after timing.
    TRIAL("every trial"),
    /// Five fresh seeds at full shape, of several distributions.
    BEST("a new best"),
    /// Every distribution at full shape, repeats, and timed samples beside the others.
    WINNER("the winner");

    private final String label;

    Rung(String label) {
        this.label = label;
    }

    /// Who stands on it, e.g. `a new best`.
    public String label() {
        return label;
    }

    /// Counts from 1.
    public int number() {
        return ordinal() + 1;
    }
}
