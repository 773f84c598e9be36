package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Amounts;
/// What timing a loop came to.
///
/// @param runs nanoseconds a loop in each run, shortest first
/// @param loops how many loops each run had
/// @param first nanoseconds of the very first loop
/// @param steady whether the time had settled before the runs began

record LoopTiming(double[] runs, long loops, double first, long warmUpLoops, double warmUpNanos, boolean steady) {
    private static final double LOWER = 0.25;
    private static final double UPPER = 0.75;

    double median() {
        return quantile(0.5);
    }

    private double quantile(double share) {
        double place = share * (runs.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, runs.length - 1);
        return runs[below] + (place - below) * (runs[above] - runs[below]);
    }

    String text() {
        String settled = steady ? "" : ", after which the time was not steady yet";
        return """
                %s a loop (median; middle half %s to %s, fastest %s)
                %,d runs of %,d loop%s; the first loop took %s; warm-up of %,d loop%s in %s%s""".formatted(
                        Amounts.nanos(median()),
                        Amounts.nanos(quantile(LOWER)),
                        Amounts.nanos(quantile(UPPER)),
                        Amounts.nanos(runs[0]),
                        runs.length,
                        loops,
                        loops == 1 ? "" : "s",
                        Amounts.nanos(first),
                        warmUpLoops,
                        warmUpLoops == 1 ? "" : "s",
                        Amounts.nanos(warmUpNanos),
                        settled);
    }
}
