package io.jforge.runtime.search;

import io.jforge.runtime.spec.SpecException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// When a search ends: whichever of these comes first.
///
/// @param iterations proposals at most
/// @param time on the wall clock
/// @param patience iterations without a gain
public record Budget(int iterations, Optional<Duration> time, Optional<Goal> goal, OptionalInt patience) {
    public Budget {
        if (iterations < 1) throw new SpecException("--iters needs at least 1, not " + iterations);
        if (time.isPresent() && !time.get().isPositive())
            throw new SpecException("--time needs more than nothing, e.g. 60s");
        if (patience.isPresent() && patience.getAsInt() < 1)
            throw new SpecException("--patience needs at least 1, not " + patience.getAsInt());
    }

    /// A limit as a run's settings have it: `60.0s`.
    public static Duration seconds(String text) {
        return Duration.ofMillis((long) (1000 * Double.parseDouble(text.substring(0, text.length() - 1))));
    }

    public static Budget iterations(int count) {
        return new Budget(count, Optional.empty(), Optional.empty(), OptionalInt.empty());
    }
}
