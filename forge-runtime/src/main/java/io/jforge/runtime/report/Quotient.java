package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import java.util.List;

/// Quotients and products of values that have 95 % intervals and were measured apart.
///
/// The distances from a value to the ends of its interval, as logarithms, add up by their squares, those that raise the
/// result apart from those that lower it (MOVER: Zou and Donner 2008, Statistics in Medicine 27:1693). Unlike the
/// quotient of the ends, that keeps to 95 %.
final class Quotient {
    private Quotient() {}

    /// A median with its interval.
    static Speedup time(double median, List<Double> ci95) {
        return new Speedup(median, ci95.get(0), ci95.get(1));
    }

    static Speedup of(Speedup dividend, Speedup divisor) {
        return times(dividend, new Speedup(1 / divisor.ratio(), 1 / divisor.high(), 1 / divisor.low()));
    }

    static Speedup times(Speedup one, Speedup other) {
        double ratio = one.ratio() * other.ratio();
        double down = Math.hypot(Math.log(one.ratio() / one.low()), Math.log(other.ratio() / other.low()));
        double up = Math.hypot(Math.log(one.high() / one.ratio()), Math.log(other.high() / other.ratio()));
        return new Speedup(ratio, ratio * Math.exp(-down), ratio * Math.exp(up));
    }
}
