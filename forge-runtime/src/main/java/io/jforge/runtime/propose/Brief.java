package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What of a task a model has to know, the same for all questions of a run.
///
/// @param reference the text of reference.c
/// @param leastMicros the roofline's time of the task; NaN where it is not known
/// @param memoryBound whether moving bytes is what takes that time
/// @param machine facts in words, in the order in which they are told, e.g. `copy bandwidth` and `4190 GB/s`
public record Brief(
        Task task,
        String reference,
        Source naive,
        double leastMicros,
        boolean memoryBound,
        Map<String, String> machine) {
    public Brief {
        if (!naive.op().equals(task.op().name()))
            throw new IllegalArgumentException("the naive source computes %s, not %s"
                    .formatted(naive.op(), task.op().name()));
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
    }

    /// `memory` or `compute`, as hints and directions name it.
    String bound() {
        return memoryBound ? "memory" : "compute";
    }
}
