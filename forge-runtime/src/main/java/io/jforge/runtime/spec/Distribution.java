package io.jforge.runtime.spec;

/// How an extra input's values are drawn.
public sealed interface Distribution {
    record Uniform(double lo, double hi) implements Distribution {}

    record Normal(double mean, double std) implements Distribution {}

    record Constant(double value) implements Distribution {}
}
