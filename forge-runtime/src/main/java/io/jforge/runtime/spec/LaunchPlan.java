package io.jforge.runtime.spec;

import java.util.List;
import java.util.Map;

/// Everything the host needs to compile and launch one Source with one assignment on one task.
public record LaunchPlan(
        Map<String, Long> defines,
        List<PlannedScratch> scratch,
        List<PlannedTensorMap> tensorMaps,
        List<PlannedLaunch> launches) {
    public LaunchPlan {
        defines = Ordered.copy(defines);
        scratch = List.copyOf(scratch);
        tensorMaps = List.copyOf(tensorMaps);
        launches = List.copyOf(launches);
    }

    /// Whether every `require` holds; they are asked in order and the first that does not hold settles it.
    ///
    /// A [SpecException] says what cannot be evaluated, which is the Source's fault.
    public static boolean admits(Source source, Task task, Map<String, Long> assignment) {
        return new Planner(source, task, assignment).unmet().isEmpty();
    }

    /// The plan; a [SpecException] says which rule the Source breaks on this task.
    public static LaunchPlan of(Source source, Task task, Map<String, Long> assignment) {
        return new Planner(source, task, assignment).plan();
    }
}
