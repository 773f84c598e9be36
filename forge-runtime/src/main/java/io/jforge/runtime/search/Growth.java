package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Trial;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// A search's tree as it grows: tries what is proposed, with its tunables, and knows the best so far.
final class Growth {
    private final Evaluator evaluator;
    private final InstantSource clock;
    private final SearchListener listener;
    private final BooleanSupplier isTimeUp;
    private final Sweep sweep;
    private final Tree tree;
    private int trials;
    private Optional<Trial> best = Optional.empty();
    private int lastGain;

    /// What may be tried after a point of a Source, so that it can be made ready.
    interface Foresight {
        List<Candidate> after(Node node, int iteration, Map<String, Long> point);
    }

    private Foresight foresight = (_, _, _) -> List.of();

    /// @param isTimeUp whether no further points are to be tried
    Growth(
            Task task,
            Proposal root,
            Evaluator evaluator,
            InstantSource clock,
            SearchListener listener,
            BooleanSupplier isTimeUp) {
        this.evaluator = evaluator;
        this.clock = clock;
        this.listener = listener;
        this.isTimeUp = isTimeUp;
        this.sweep = new Sweep(task);
        this.tree = new Tree(root);
    }

    Tree tree() {
        return tree;
    }

    Sweep sweep() {
        return sweep;
    }

    /// Who is asked before each trial what may come after it.
    void foreseen(Foresight by) {
        foresight = by;
    }

    Optional<Trial> best() {
        return best;
    }

    /// The iteration that brought the best.
    int lastGain() {
        return lastGain;
    }

    double bestMicros() {
        return best.map(trial -> trial.medianMicros().orElseThrow()).orElse(Double.POSITIVE_INFINITY);
    }

    /// Tries the points of a Source's tunables that were not tried before.
    void tryAll(Node node, int iteration) {
        try {
            for (var next = next(node); next.isPresent(); next = next(node)) tryAt(node, iteration, next.get());
        } finally {
            node.visited();
        }
    }

    private Optional<Map<String, Long>> next(Node node) {
        if (node.trials().isEmpty()) return Optional.of(sweep.first(node.proposal()));
        return isTimeUp.getAsBoolean() ? Optional.empty() : sweep.next(node, bestMicros());
    }

    /// Tries one more point of a good Source, the fastest first, beyond what its own sweep came to; false
    /// if there is none worth it.
    boolean tryFurther() {
        for (var node : good()) {
            var point = sweep.further(node, bestMicros());
            if (point.isEmpty()) continue;
            tryAt(node, node.trials().getFirst().iteration(), point.get());
            node.improved();
            return true;
        }
        return false;
    }

    private List<Node> good() {
        return tree.nodes().stream()
                .filter(node -> node.ownMicros().isPresent())
                .sorted(Comparator.comparingDouble(node -> node.ownMicros().getAsDouble()))
                .toList();
    }

    void tryAt(Node node, int iteration, Map<String, Long> assignment) {
        if (Thread.currentThread().isInterrupted()) throw new CancellationException("interrupted");
        var candidate = new Candidate(node.proposal().source(), assignment);
        listener.trying(iteration, candidate.title(node.proposal().change()));
        if (evaluator.lookahead() > 0) evaluator.expect(foresight.after(node, iteration, assignment));
        var evaluation = evaluator.evaluate(candidate, bestMicros());
        var trial = new Trial(
                trials,
                node.id(),
                node.parent().map(Node::id).orElse(-1),
                iteration,
                node.proposal().change(),
                node.proposal().recipe(),
                candidate,
                evaluation.outcome(),
                evaluation.stages(),
                evaluation.resources(),
                clock.instant());
        add(node, trial);
        listener.ended(trial);
    }

    /// Takes over a trial whose outcome is known.
    void add(Node node, Trial trial) {
        node.add(trial);
        trials = trial.number() + 1;
        if (trial.medianMicros().orElse(Double.POSITIVE_INFINITY) < bestMicros()) {
            best = Optional.of(trial);
            lastGain = trial.iteration();
        }
    }
}
