package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/// Writes the values that a [Fill] stands for: a hash of seed and index, so that any process makes the same
/// ones.
final class Filler {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1p-53;
    private static final int QUANTILES = 1 << 12;
    private static final float[] NORMAL = normalQuantiles();

    private Filler() {}

    /// The table of normal quantiles, for the same fills elsewhere.
    static float[] quantiles() {
        return NORMAL.clone();
    }

    /// Fills `elements` values of `dtype` from the segment's start.
    static void fill(MemorySegment to, DType dtype, long elements, Fill fill) {
        int parts = (int) Math.clamp(elements >> 16, 1, Runtime.getRuntime().availableProcessors());
        IntStream.range(0, parts).parallel().forEach(part -> {
            long from = elements * part / parts;
            long end = elements * (part + 1) / parts;
            if (dtype == DType.F32) fillFloats(to, from, end, elements, fill);
            else for (long i = from; i < end; i++) Elements.store(to, dtype, i, value(fill, dtype, i, elements));
        });
    }

    private static void fillFloats(MemorySegment to, long from, long end, long elements, Fill fill) {
        for (long i = from; i < end; i++)
            to.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) value(fill, DType.F32, i, elements));
    }

    private static double value(Fill fill, DType dtype, long i, long elements) {
        long hash = mix(fill.seed() + GOLDEN * (i + 1));
        if (!dtype.isFloat()) return integer(fill, hash, i);
        return switch (fill.kind()) {
            case NORMAL -> normal(hash);
            case UNIFORM -> uniform(fill, hash);
            case CONSTANT -> Math.scalb(1.0, (int) (mix(fill.seed()) & 3));
            case ALTERNATING -> (i & 1) == 0 ? 1 + unit(hash) : -1 - unit(hash);
            case OUTLIER -> i == elements - 1 ? fill.high() : normal(hash);
            case TINY -> Math.scalb(normal(hash), -60);
            case DENORMAL -> Math.scalb(normal(hash), -130);
        };
    }

    private static double integer(Fill fill, long hash, long i) {
        double span = Math.max(1, fill.high() - fill.low() + 1);
        return switch (fill.kind()) {
            case CONSTANT -> fill.low() + Math.floor(unit(mix(fill.seed())) * span);
            case ALTERNATING -> (i & 1) == 0 ? fill.low() : fill.high();
            case NORMAL, UNIFORM, OUTLIER, TINY, DENORMAL -> fill.low() + Math.floor(unit(hash) * span);
        };
    }

    private static double uniform(Fill fill, long hash) {
        return fill.low() + unit(hash) * (fill.high() - fill.low());
    }

    /// In [0, 1).
    private static double unit(long hash) {
        return (hash >>> 11) * UNIT;
    }

    /// The quantile of a uniform number, between two table entries: normal up to +-3.5, with no logarithm per
    /// element.
    private static double normal(long hash) {
        int slot = (int) (hash >>> 52);
        float below = NORMAL[slot];
        return below + (NORMAL[slot + 1] - below) * ((hash & 0xFFFFFFFFL) * 0x1p-32);
    }

    private static float[] normalQuantiles() {
        var table = new float[QUANTILES + 1];
        for (int i = 0; i <= QUANTILES; i++)
            table[i] = (float) quantile(Math.clamp((double) i / QUANTILES, 0.25 / QUANTILES, 1 - 0.25 / QUANTILES));
        return table;
    }

    /// The inverse of the normal distribution function by Newton's method on Phi (error function series).
    private static double quantile(double p) {
        double x = 0;
        for (int i = 0; i < 60; i++) {
            double step = (distribution(x) - p) / (Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI));
            x -= Math.clamp(step, -0.5, 0.5);
        }
        return x;
    }

    /// Phi by its Taylor series about zero (Marsaglia 2004, "Evaluating the Normal Distribution").
    private static double distribution(double x) {
        double sum = x;
        double term = x;
        for (int i = 3; Math.abs(term) > 1e-16 && i < 300; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    /// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
