package io.jforge.runtime.search;

import io.jforge.runtime.spec.SpecException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// When a search ends: whichever of these comes first.
///
/// @param iterations proposals at most
/// @param time on the wall clock
/// @param patience iterations without a gain
public record Budget(int iterations, Optional<Duration> time, Optional<Goal> goal, OptionalInt patience) {
    /// As a double is written, up to some 30 years.
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(\\.\\d{1,9}(E[0-8])?)?s");

    public Budget {
        if (iterations < 1) throw new SpecException("--iters needs at least 1, not " + iterations);
        if (time.isPresent() && !time.get().isPositive())
            throw new SpecException("--time needs more than nothing, e.g. 60s");
        if (patience.isPresent() && patience.getAsInt() < 1)
            throw new SpecException("--patience needs at least 1, not " + patience.getAsInt());
    }

    /// A limit as a run's settings have it: `60.0s`.
    ///
    /// @throws SpecException if it reads otherwise
    public static Duration seconds(String text) {
        if (!SECONDS.matcher(text).matches()) throw new SpecException("a limit is like 60.0s, not '" + text + "'");
        return Duration.ofMillis((long) (1000 * Double.parseDouble(text.substring(0, text.length() - 1))));
    }

    public static Budget iterations(int count) {
        return new Budget(count, Optional.empty(), Optional.empty(), OptionalInt.empty());
    }
}
