package io.jforge.runtime.trial;

import java.util.function.Function;

/// One stage's result: a value for the next stage, or the Outcome that stopped the candidate here.
public sealed interface Step<T> {
    record Passed<T>(T value) implements Step<T> {}

    record Stopped<T>(Outcome outcome) implements Step<T> {}

    static <T> Step<T> passed(T value) {
        return new Passed<>(value);
    }

    static <T> Step<T> stopped(Outcome outcome) {
        return new Stopped<>(outcome);
    }

    /// Goes on with the next stage, unless this one stopped.
    default <U> Step<U> then(Function<? super T, Step<U>> next) {
        return switch (this) {
            case Passed<T>(T value) -> next.apply(value);
            case Stopped<T>(Outcome outcome) -> new Stopped<>(outcome);
        };
    }

    /// The candidate's Outcome: what stopped it, or what became of the last stage's value.
    default Outcome outcome(Function<? super T, ? extends Outcome> last) {
        return switch (this) {
            case Passed<T>(T value) -> last.apply(value);
            case Stopped<T>(Outcome outcome) -> outcome;
        };
    }
}
