package io.jforge.runtime.trial;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import java.util.Map;
import java.util.TreeMap;

/// A Source with one value for each of its tunables: what is compiled, verified and timed as one.
public record Candidate(Source source, Map<String, Long> assignment) {
    public Candidate {
        assignment = Map.copyOf(assignment);
    }

    /// What the host does to run it on this task.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if its header does not fit the task
    public LaunchPlan plan(Task task) {
        return LaunchPlan.of(source, task, assignment);
    }

    /// The change that led to it with its tunables, e.g. `both cores (UN=8)`.
    public String title(String change) {
        if (assignment.isEmpty()) return change;
        var values = new TreeMap<>(assignment).toString();
        return change + " (" + values.substring(1, values.length() - 1) + ")";
    }

    /// Equal for equal text and tunables: such candidates are measured once.
    public String key() {
        return source.hash() + new TreeMap<>(assignment);
    }
}
