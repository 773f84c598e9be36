package io.jforge.runtime;

import java.time.Duration;

/// How long a candidate may keep its worker before that is killed.
///
/// @param run one run while it is verified
/// @param grace its timing, beyond what follows from the longest run that ended
record Deadlines(Duration run, Duration grace) {
    Deadlines {
        if (!run.isPositive() || grace.isNegative())
            throw new IllegalArgumentException("deadlines of %s and %s leave no time".formatted(run, grace));
    }

    static Deadlines usual() {
        return new Deadlines(Duration.ofSeconds(20), Duration.ofSeconds(10));
    }
}
