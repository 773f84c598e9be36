package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Task;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What can be tried on a task, whatever its op: from prompts/1/directions.yaml.
final class Directions {
    /// The one that is there for every task.
    static final String LEFT_TO_YOU = "whatever limits it most";

    private static final YAMLMapper YAML = new YAMLMapper();

    private final List<Direction> all;

    private Directions(List<Direction> all) {
        this.all = List.copyOf(all);
    }

    /// Those for the task's target.
    ///
    /// @param memoryBound whether moving bytes is what takes the time
    static Directions of(Task task, boolean memoryBound) {
        var bound = memoryBound ? "memory" : "compute";
        var entries = YAML.readTree(new Templates(Prompts.VERSION).text("directions.yaml"));
        return new Directions(entries.values().stream()
                .filter(entry -> isFor(entry.path("for"), task.target().kind()))
                .filter(entry -> isFor(entry.path("bound"), bound))
                .map(entry -> new Direction(
                        entry.path("name").stringValue(), entry.path("words").stringValue()))
                .toList());
    }

    private static boolean isFor(JsonNode condition, String here) {
        return condition.isMissingNode() || condition.stringValue().equals(here);
    }

    List<Direction> all() {
        return all;
    }

    /// One whose name was not tried yet, if there is one left; else any.
    Direction draw(Set<String> tried, RandomGenerator random) {
        var fresh = all.stream()
                .filter(Predicate.not(direction -> tried.contains(direction.name())))
                .toList();
        var from = fresh.isEmpty() ? all : fresh;
        return from.get(random.nextInt(from.size()));
    }
}
