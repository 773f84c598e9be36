package io.jforge.runtime;

import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Step;
import java.time.Duration;
import java.util.function.Function;

/// Notes when a trial passes from one stage to the next.
final class StageClock {
    private final long start;
    private final Duration ahead;
    private long compiled;
    private long begun;
    private long verified;
    private long end;

    /// @param compiled what its compile took, of which `waited` has just passed
    StageClock(CompileAhead.Compiled compiled) {
        start = System.nanoTime() - compiled.waited().toNanos();
        ahead = compiled.ahead();
    }

    <T> Function<T, Step<T>> compiled() {
        return value -> {
            compiled = System.nanoTime();
            return Step.passed(value);
        };
    }

    /// The device is ours now; a wait for it belongs to no stage.
    void begun() {
        begun = System.nanoTime();
    }

    <T> Function<T, Step<T>> verified() {
        return value -> {
            verified = System.nanoTime();
            return Step.passed(value);
        };
    }

    void done() {
        end = System.nanoTime();
    }

    /// The stage that stopped the trial gets the rest of its time.
    Stages stages() {
        long compileEnd = compiled == 0 ? end : compiled;
        long verifyStart = begun == 0 ? end : begun;
        long verifyEnd = verified == 0 ? end : verified;
        return new Stages(
                Duration.ofNanos(compileEnd - start).plus(ahead),
                ahead,
                Duration.ofNanos(verifyEnd - verifyStart),
                Duration.ofNanos(end - verifyEnd));
    }
}
