package io.jforge.runtime.propose;

import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tree of a run as its trials tell it, seen from one node.
final class History {
    private final int node;

    /// The trials of each node, in the order in which nodes were first tried.
    private final Map<Integer, List<Trial>> byNode = new LinkedHashMap<>();

    History(Parent parent) {
        this.node = parent.node();
        for (var trial : parent.trials())
            byNode.computeIfAbsent(trial.node(), _ -> new ArrayList<>()).add(trial);
    }

    /// The trials of the node itself.
    List<Trial> own() {
        return byNode.getOrDefault(node, List.of());
    }

    /// What stands for a node: its fastest trial, else its last one.
    Optional<Trial> of(int which) {
        var trials = byNode.getOrDefault(which, List.of());
        return fastest(trials).or(() -> trials.isEmpty() ? Optional.empty() : Optional.of(trials.getLast()));
    }

    static Optional<Trial> fastest(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .min(Comparator.comparingDouble(trial -> trial.medianMicros().getAsDouble()));
    }

    /// The fastest of the run.
    Optional<Trial> best() {
        return fastest(byNode.values().stream().flatMap(List::stream).toList());
    }

    /// From the root to the node, each by what stands for it.
    List<Trial> path() {
        var path = new ArrayList<Trial>();
        for (var at = of(node);
                at.isPresent() && path.size() <= byNode.size();
                at = of(at.get().parentNode())) path.addFirst(at.get());
        return path;
    }

    /// The nodes that were made last, the newest last.
    List<Trial> latest(int count) {
        var nodes = List.copyOf(byNode.keySet());
        return nodes.subList(Math.max(0, nodes.size() - count), nodes.size()).stream()
                .flatMap(each -> of(each).stream())
                .toList();
    }

    /// What was made from the node, the newest last.
    List<Trial> children(int count) {
        return last(madeFrom(node), count);
    }

    /// What was made from the node's own parent and failed, the newest last.
    List<Trial> failedSiblings(int count) {
        var own = of(node);
        if (own.isEmpty() || own.get().parentNode() < 0) return List.of();
        return last(
                madeFrom(own.get().parentNode()).stream()
                        .filter(trial ->
                                trial.node() != node && trial.medianMicros().isEmpty())
                        .toList(),
                count);
    }

    private List<Trial> madeFrom(int which) {
        return byNode.keySet().stream()
                .flatMap(each -> of(each).stream())
                .filter(trial -> trial.parentNode() == which)
                .toList();
    }

    private static List<Trial> last(List<Trial> trials, int count) {
        return trials.subList(Math.max(0, trials.size() - count), trials.size());
    }
}
