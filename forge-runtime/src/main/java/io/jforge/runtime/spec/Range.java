package io.jforge.runtime.spec;

/// The smallest and the largest value an input may hold, both included.
public record Range(double lo, double hi) {
    public Range {
        if (!(lo <= hi)) throw new SpecException("a range from %s to %s is empty".formatted(lo, hi));
    }
}
