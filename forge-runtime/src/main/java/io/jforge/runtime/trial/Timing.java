package io.jforge.runtime.trial;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The times of one candidate, every sample kept, in nanoseconds and in the order they were taken.
///
/// @param racedOut stopped after the first samples since it was far slower than the best
public record Timing(List<Long> samplesNanos, boolean racedOut) {
    private static final double Z95 = 1.96;
    private static final int LEAST_THIRD = 3;

    public Timing {
        if (samplesNanos.isEmpty()) throw new IllegalArgumentException("a timing needs at least one sample");
        samplesNanos = List.copyOf(samplesNanos);
    }

    public double medianMicros() {
        return quantileMicros(0.5);
    }

    public double iqrMicros() {
        return quantileMicros(0.75) - quantileMicros(0.25);
    }

    /// The 95 % confidence interval of the median in microseconds, by order statistics (binomial, normal
    /// approximation with continuity correction; Conover, Practical Nonparametric Statistics, 3.2): it
    /// assumes nothing of the samples' distribution.
    public List<Double> ci95Micros() {
        return medianInterval(sortedMicros().toList());
    }

    /// Half the interval over the median: 0.01 is one per cent.
    public double relativeHalfWidth() {
        var ci = ci95Micros();
        return (ci.get(1) - ci.get(0)) / 2 / medianMicros();
    }

    /// The order-statistics interval of the median of values that are already sorted.
    public static List<Double> medianInterval(List<Double> sorted) {
        int n = sorted.size();
        int rank = Math.max(1, (int) Math.floor((n + 1) / 2.0 - Z95 * Math.sqrt(n) / 2));
        return List.of(sorted.get(rank - 1), sorted.get(n - rank));
    }

    /// These samples and those taken after them.
    public Timing and(Timing later) {
        return new Timing(
                Stream.concat(samplesNanos.stream(), later.samplesNanos.stream())
                        .toList(),
                later.racedOut);
    }

    /// The median of the last third of the samples over that of the first third; 1 where there are too few
    /// to tell.
    public double drift() {
        int third = samplesNanos.size() / 3;
        if (third < LEAST_THIRD) return 1;
        var last = samplesNanos.subList(samplesNanos.size() - third, samplesNanos.size());
        return new Timing(last, false).medianMicros()
                / new Timing(samplesNanos.subList(0, third), false).medianMicros();
    }

    private double quantileMicros(double q) {
        var sorted = sortedMicros().toList();
        double at = q * (sorted.size() - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }

    private Stream<Double> sortedMicros() {
        return samplesNanos.stream().sorted().map(nanos -> nanos / 1000.0);
    }

    @Override
    public String toString() {
        var ci = ci95Micros();
        return String.format(
                Locale.ROOT,
                "%.1f us [%.1f, %.1f], %d samples%s",
                medianMicros(),
                ci.get(0),
                ci.get(1),
                samplesNanos.size(),
                racedOut ? ", raced out" : "");
    }
}
