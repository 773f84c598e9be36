package io.jforge.runtime.device;

import java.time.Duration;

/// How many samples a timing takes.
///
/// @param atLeast samples always taken, unless raced out
/// @param atMost samples never exceeded
/// @param limit of wall clock, flushes included, after which no more samples are taken
/// @param precision the relative half-width of the median's 95 % interval that is good enough
/// @param raceMicros a median above this after `raceAfter` samples ends the timing; infinite: never
/// @param warm whether each sample follows a run that is not measured, on the same inputs
/// @param isLed whether each cold sample follows a run that is not measured, on other inputs, and the flush
public record Sampling(
        int atLeast,
        int atMost,
        Duration limit,
        double precision,
        double raceMicros,
        int raceAfter,
        boolean warm,
        boolean isLed) {
    public Sampling {
        if (atLeast < 1 || atMost < atLeast)
            throw new IllegalArgumentException("%d to %d samples".formatted(atLeast, atMost));
    }

    /// With a cold cache.
    public Sampling(int atLeast, int atMost, Duration limit, double precision, double raceMicros, int raceAfter) {
        this(atLeast, atMost, limit, precision, raceMicros, raceAfter, false, false);
    }

    public static Sampling usual() {
        return new Sampling(9, 120, Duration.ofMillis(350), 0.01, Double.POSITIVE_INFINITY, 3);
    }

    public Sampling racing(double micros) {
        return new Sampling(atLeast, atMost, limit, precision, micros, raceAfter, warm, isLed);
    }

    /// So many, unless it is raced out before.
    public Sampling upTo(int samples) {
        return new Sampling(samples, samples, limit, 0, raceMicros, raceAfter, warm, isLed);
    }

    public Sampling exactly(int samples) {
        return new Sampling(samples, samples, Duration.ofDays(1), 0, Double.POSITIVE_INFINITY, samples, warm, isLed);
    }

    public Sampling warmly() {
        return new Sampling(atLeast, atMost, limit, precision, raceMicros, raceAfter, true, isLed);
    }

    /// For what is sampled in turn with others, here or elsewhere: each follows itself, as what is sampled
    /// alone does.
    ///
    /// Right after the 29 ms of a naive matmul, a tensor-core one of 179 us took 204 on an H200, with the
    /// caches flushed between them.
    public Sampling led() {
        return new Sampling(atLeast, atMost, limit, precision, raceMicros, raceAfter, warm, true);
    }
}
