package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.Tunable;
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

    private static final int MOST_FURTHER = 24;

    private static final double WORTH_SWEEPING = 1.6;

    private final Task task;

    Sweep(Task task) {
        this.task = task;
    }

    /// Where its proposal starts if that is admitted, else the first assignment that the Source admits on this
    /// task; the default if it admits none, so that the trial says which requirement failed.
    Map<String, Long> first(Proposal proposal) {
        var source = proposal.source();
        return Optional.of(proposal.start())
                .filter(start -> !start.isEmpty() && LaunchPlan.mayAdmit(source, task, start))
                .or(() -> LaunchPlan.firstAdmitted(source, task))
                .orElseGet(source::defaults);
    }

    /// The next assignment, given what the node's trials said; empty when the sweep is done.
    Optional<Map<String, Long>> next(Node node, double bestMicros) {
        var tried = tried(node);
        if (node.proposal().fixed() || tried.size() >= MOST_TRIALS) return Optional.empty();
        var best = node.bestTrial();
        if (best.isEmpty() || best.get().medianMicros().orElseThrow() > WORTH_SWEEPING * bestMicros)
            return Optional.empty();
        return around(node.proposal().source(), best.get().candidate().assignment(), tried);
    }

    /// One more point around the node's best, beyond those of [#next]: for a device that has nothing else
    /// to do; empty when there are enough, or the node is far from the best of the run.
    Optional<Map<String, Long>> further(Node node, double bestMicros) {
        var tried = tried(node);
        var best = node.bestTrial().orElseThrow();
        if (node.proposal().fixed()
                || tried.size() >= MOST_FURTHER
                || best.medianMicros().orElseThrow() > WORTH_SWEEPING * bestMicros) return Optional.empty();
        return around(node.proposal().source(), best.candidate().assignment(), tried);
    }

    /// What [#next] may say once `point` has been tried: whether it is the node's best then, or is not.
    List<Map<String, Long>> likely(Node node, Map<String, Long> point) {
        var source = node.proposal().source();
        var tried = new ArrayList<>(tried(node));
        tried.add(point);
        if (node.proposal().fixed() || tried.size() >= MOST_TRIALS) return List.of();
        var centres =
                Stream.concat(node.bestTrial().map(trial -> trial.candidate().assignment()).stream(), Stream.of(point));
        return centres.map(centre -> around(source, centre, tried))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private static List<Map<String, Long>> tried(Node node) {
        return node.trials().stream()
                .map(trial -> trial.candidate().assignment())
                .toList();
    }

    private Optional<Map<String, Long>> around(Source source, Map<String, Long> centre, List<Map<String, Long>> tried) {
        return neighbours(source, centre).stream()
                .filter(point -> !tried.contains(point))
                .filter(point -> LaunchPlan.mayAdmit(source, task, point))
                .findFirst();
    }

    /// Points that differ from this one in one tunable, in the order in which values are declared.
    private static List<Map<String, Long>> neighbours(Source source, Map<String, Long> centre) {
        var points = new ArrayList<Map<String, Long>>();
        for (Tunable tunable : source.header().tunables())
            for (long value : tunable.values()) {
                var point = new HashMap<>(centre);
                point.put(tunable.name(), value);
                points.add(Map.copyOf(point));
            }
        return points;
    }
}
