package io.jforge.runtime.llm;

import java.time.Duration;
import java.util.Optional;

/// How long a model may take.
///
/// @param call all tries of one question and the waits between them
/// @param first for how long nothing may come before the answer begins: a model thinks, a server loads it
/// @param stall for how long nothing may come within the answer
/// @param tries calls that one question may take
/// @param relay how long a question may lie in the relay's folder; empty: as long as it takes
public record Limits(Duration call, Duration first, Duration stall, int tries, Optional<Duration> relay) {
    public static final Limits USUAL =
            new Limits(Duration.ofMinutes(5), Duration.ofMinutes(3), Duration.ofSeconds(60), 4, Optional.empty());

    public Limits {
        if (!call.isPositive()
                || !first.isPositive()
                || !stall.isPositive()
                || !relay.map(Duration::isPositive).orElse(true))
            throw new IllegalArgumentException("a limit of time is more than nothing");
        if (tries < 1) throw new IllegalArgumentException("a question takes at least one call, not " + tries);
    }

    public Limits withCall(Duration deadline) {
        return new Limits(deadline, first, stall, tries, relay);
    }

    public Limits withFirst(Duration deadline) {
        return new Limits(call, deadline, stall, tries, relay);
    }

    public Limits withStall(Duration deadline) {
        return new Limits(call, first, deadline, tries, relay);
    }

    public Limits withTries(int most) {
        return new Limits(call, first, stall, most, relay);
    }

    public Limits withRelay(Duration deadline) {
        return new Limits(call, first, stall, tries, Optional.of(deadline));
    }
}
