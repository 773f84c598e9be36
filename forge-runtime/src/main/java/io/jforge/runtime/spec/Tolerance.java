package io.jforge.runtime.spec;

/// How far a float output may be off: `abs` times the root mean square of its norm group, plus `rel` of the
/// value.
public record Tolerance(double abs, double rel) {
    public Tolerance {
        if (!(abs >= 0) || !(rel >= 0))
            throw new IllegalArgumentException("a tolerance is not negative: abs %s, rel %s".formatted(abs, rel));
    }
}
