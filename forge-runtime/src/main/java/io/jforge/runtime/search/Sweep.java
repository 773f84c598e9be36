package io.jforge.runtime.search;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.Tunable;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Sweeps the tunables of one Source: the default first, then one tunable at a time around the best point so
/// far.
///
/// A Source whose first point is far from the best of the run is not swept: its tunables would not mend that.
final class Sweep {
    private static final int MOST_TRIALS = 4;

    /// A source's combinations can be billions.
    private static final int MOST_ASKED = 10_000;
    private static final double WORTH_SWEEPING = 1.6;

    private final Task task;

    Sweep(Task task) {
        this.task = task;
    }

    /// Where its proposal starts if that is admitted, else the first assignment that the Source admits on this
    /// task; the default if it admits none, so that the trial says which requirement failed.
    Map<String, Long> first(Node node) {
        var source = node.proposal().source();
        var start = node.proposal().start();
        return Stream.concat(
                        start.isEmpty() ? Stream.empty() : Stream.of(start),
                        source.assignments().stream().limit(MOST_ASKED))
                .filter(assignment -> admitted(node, assignment))
                .findFirst()
                .orElseGet(source::defaults);
    }

    /// The next assignment, given what the node's trials said; empty when the sweep is done.
    Optional<Map<String, Long>> next(Node node, double bestMicros) {
        var tried = node.trials().stream()
                .map(trial -> trial.candidate().assignment())
                .toList();
        if (tried.size() >= MOST_TRIALS) return Optional.empty();
        var best = node.bestTrial();
        if (best.isEmpty() || best.get().medianMicros().orElseThrow() > WORTH_SWEEPING * bestMicros)
            return Optional.empty();
        return neighbours(node, best.get()).stream()
                .filter(point -> !tried.contains(point))
                .filter(point -> admitted(node, point))
                .findFirst();
    }

    /// Points that differ from the best one in one tunable, in the order in which values are declared.
    private static List<Map<String, Long>> neighbours(Node node, Trial best) {
        var points = new ArrayList<Map<String, Long>>();
        for (Tunable tunable : node.proposal().source().header().tunables())
            for (long value : tunable.values()) {
                var point = new HashMap<>(best.candidate().assignment());
                point.put(tunable.name(), value);
                points.add(Map.copyOf(point));
            }
        return points;
    }

    private boolean admitted(Node node, Map<String, Long> assignment) {
        try {
            return LaunchPlan.admits(node.proposal().source(), task, assignment);
        } catch (SpecException _) {
            return true; // trying it records what is wrong with it
        }
    }
}
