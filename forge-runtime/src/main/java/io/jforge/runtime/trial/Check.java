package io.jforge.runtime.trial;

import java.time.Duration;

/// One run of a candidate whose every output was compared with the reference.
///
/// @param shape the op, its shape and dtypes, e.g. `softmax 17x33 f32`
/// @param inputs how they were distributed, e.g. `outlier`
/// @param seed that the inputs were made from
/// @param share the worst error over the error allowed, 0 to 1
/// @param error that worst error, in the output's own unit; NaN where a norm group's mean square was the worst
/// @param took the run and the comparison
public record Check(
        Rung rung, Moment moment, String shape, String inputs, long seed, double share, double error, Duration took) {

    /// When it ran.
    public enum Moment {
        BEFORE("before timing"),
        /// One of the timed samples themselves.
        TIMED("while timed"),
        AFTER("after timing"),
        /// The same inputs as the run before it.
        REPEAT("repeated");

        private final String label;

        Moment(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// What was run, e.g. `softmax 17x33 f32 outlier, seed 2a`.
    public String label() {
        return "%s %s, seed %x".formatted(shape, inputs, seed);
    }
}
