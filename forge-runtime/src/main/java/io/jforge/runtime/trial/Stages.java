package io.jforge.runtime.trial;

import java.time.Duration;

/// How long each stage of one trial took, on the wall clock; a stage not reached is zero.
///
/// @param compile what the compiler took
/// @param ahead the part of that which passed before the trial began, while another was on the device
public record Stages(Duration compile, Duration ahead, Duration verify, Duration time) {
    public static final Stages NONE = new Stages(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /// From the trial's beginning to its end.
    public Duration total() {
        return compile.minus(ahead).plus(verify).plus(time);
    }
}
