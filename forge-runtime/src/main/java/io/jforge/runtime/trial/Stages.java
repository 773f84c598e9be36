package io.jforge.runtime.trial;

import java.time.Duration;

/// How long each stage of one trial took, on the wall clock; a stage not reached is zero.
public record Stages(Duration compile, Duration verify, Duration time) {
    public static final Stages NONE = new Stages(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    public Duration total() {
        return compile.plus(verify).plus(time);
    }
}
