package io.jforge.runtime.measure;

import java.util.function.Function;

/// What a baseline gave, or why it cannot be had on this machine: no run ends for want of a baseline.
public sealed interface Had<T> {
    record Got<T>(T value) implements Had<T> {}

    /// @param why in one line, for the person
    record Missing<T>(String why) implements Had<T> {}

    static <T> Had<T> got(T value) {
        return new Got<>(value);
    }

    static <T> Had<T> missing(String why) {
        return new Missing<>(why);
    }

    /// Goes on with what it gave, if anything.
    default <U> Had<U> then(Function<? super T, Had<U>> next) {
        return switch (this) {
            case Got<T>(T value) -> next.apply(value);
            case Missing<T>(String why) -> new Missing<>(why);
        };
    }
}
