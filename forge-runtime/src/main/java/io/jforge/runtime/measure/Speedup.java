package io.jforge.runtime.measure;

import io.jforge.runtime.trial.Timing;
import java.util.ArrayList;
import java.util.List;

/// How many times faster one timing is than another, from samples taken in turn.
///
/// @param ratio the median of the ratios of pairs
/// @param low the lower end of its 95 % interval, by order statistics; `high` the upper one
public record Speedup(double ratio, double low, double high) {
    /// Of pairs: the first sample of each belong together, and so on.
    public static Speedup ofPairs(Timing baseline, Timing faster) {
        var ratios = new ArrayList<Double>();
        int pairs =
                Math.min(baseline.samplesNanos().size(), faster.samplesNanos().size());
        for (int i = 0; i < pairs; i++)
            ratios.add((double) baseline.samplesNanos().get(i)
                    / faster.samplesNanos().get(i));
        List<Double> sorted = ratios.stream().sorted().toList();
        var interval = Timing.medianInterval(sorted);
        double median = (sorted.get((pairs - 1) / 2) + sorted.get(pairs / 2)) / 2;
        return new Speedup(median, interval.get(0), interval.get(1));
    }
}
