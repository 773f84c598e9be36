package io.jforge.runtime.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything the host needs to compile and launch one Source with one assignment on one task.
public record LaunchPlan(
        Map<String, Long> defines,
        List<PlannedScratch> scratch,
        List<PlannedTensorMap> tensorMaps,
        List<PlannedLaunch> launches) {
    /// A source's combinations can be billions.
    private static final int MOST_ASKED = 10_000;

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

    /// The first of the Source's assignments that it admits on this task, or cannot tell about; empty if there is none.
    public static Optional<Map<String, Long>> firstAdmitted(Source source, Task task) {
        return source.assignments().stream()
                .limit(MOST_ASKED)
                .filter(assignment -> mayAdmit(source, task, assignment))
                .findFirst();
    }

    /// Whether it admits the point, or cannot tell: then trying it shows what is wrong.
    public static boolean mayAdmit(Source source, Task task, Map<String, Long> assignment) {
        try {
            return admits(source, task, assignment);
        } catch (SpecException _) {
            return true;
        }
    }

    /// The plan; a [SpecException] says which rule the Source breaks on this task.
    public static LaunchPlan of(Source source, Task task, Map<String, Long> assignment) {
        return new Planner(source, task, assignment).plan();
    }
}
