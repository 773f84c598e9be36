package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Task;
import java.util.Set;
import java.util.random.RandomGenerator;

/// What can be tried on a task, whatever its op: from prompts/1/directions.yaml.
final class Directions {
    private Directions() {}

    /// Those for the task's target.
    ///
    /// @param memoryBound whether moving bytes is what takes the time
    static Directions of(Task task, boolean memoryBound) {
        throw new UnsupportedOperationException("directions are being built");
    }

    /// One whose name was not tried yet, if there is one left.
    Direction draw(Set<String> tried, RandomGenerator random) {
        throw new UnsupportedOperationException("directions are being built");
    }
}
