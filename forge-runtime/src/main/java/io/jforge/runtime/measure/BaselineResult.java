package io.jforge.runtime.measure;

import io.jforge.runtime.trial.Timing;
import java.util.Optional;

/// What became of one baseline in a run.
///
/// @param name as options have it
/// @param timing empty if it could not be had
/// @param speedup of the winner over it, from samples taken in turn
/// @param warmUpSeconds what compiling it and its first runs took
/// @param unavailable why it could not be had; empty if it could
public record BaselineResult(
        String name, Optional<Timing> timing, Optional<Speedup> speedup, double warmUpSeconds, String unavailable) {
    static BaselineResult measured(BaselineKind kind, Timing timing, Speedup speedup, double warmUpSeconds) {
        return new BaselineResult(kind.label(), Optional.of(timing), Optional.of(speedup), warmUpSeconds, "");
    }

    static BaselineResult missing(BaselineKind kind, String why) {
        return new BaselineResult(kind.label(), Optional.empty(), Optional.empty(), 0, why);
    }
}
