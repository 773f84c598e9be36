package io.jforge.runtime.search;

import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/// Propose, try, sweep the tunables, again: until the budget is spent or the thread is interrupted.
public final class SearchLoop {
    private final Task task;
    private final Search search;
    private final Proposer proposer;
    private final Evaluator evaluator;
    private final Budget budget;
    private final IntFunction<RandomGenerator> random;
    private final InstantSource clock;
    private final SearchListener listener;

    private final Sweep sweep;
    private Tree tree;
    private Instant start;
    private int trials;
    private Optional<Trial> best = Optional.empty();
    private int lastGain;

    /// @param random for each iteration a generator of its own, so that what it will draw can be foreseen; the same
    ///     ones with the same outcomes make the same tree
    public SearchLoop(
            Task task,
            Search search,
            Proposer proposer,
            Evaluator evaluator,
            Budget budget,
            IntFunction<RandomGenerator> random,
            InstantSource clock,
            SearchListener listener) {
        this.task = task;
        this.search = search;
        this.proposer = proposer;
        this.evaluator = evaluator;
        this.budget = budget;
        this.random = random;
        this.clock = clock;
        this.listener = listener;
        this.sweep = new Sweep(task);
    }

    /// Runs from the naive source. The first trial is the naive source itself; if that is not right there is no
    /// run.
    ///
    /// @throws NaiveFailed if the naive source is not right
    public Stop run(Proposal naive, ToDoubleFunction<Trial> rooflineShare) {
        return run(naive, Optional.empty(), Past.NONE, rooflineShare);
    }

    /// The same, with a Source that is tried after the naive one and below which all others are made.
    ///
    /// With a past it goes on where that ended: with the same outcomes, what follows is what would have followed.
    ///
    /// @throws NaiveFailed if the naive source is not right
    /// @throws FromFailed if the other one is not right
    public Stop run(Proposal naive, Optional<Proposal> from, Past past, ToDoubleFunction<Trial> rooflineShare) {
        start = clock.instant().minus(past.spent());
        tree = new Tree(past.isEmpty() ? naive : Past.proposal(past.trials().getFirst()));
        from.ifPresent(_ -> tree.root().exhaust());
        try {
            int last = past.isEmpty() ? begin() : goOn(past);
            var naiveTrial = tree.root()
                    .bestTrial()
                    .orElseThrow(() ->
                            new NaiveFailed(tree.root().trials().getFirst().outcome()));
            from.ifPresent(this::from);
            for (int iteration = last + 1; iteration <= budget.iterations(); iteration++) {
                var passed = passed();
                var stop = stop(iteration, passed, naiveTrial, rooflineShare);
                if (stop.isPresent()) return stop.get();
                if (!iterate(iteration, progress(iteration, passed))) return Stop.EXHAUSTED;
            }
            return stop(budget.iterations(), Duration.ZERO, naiveTrial, rooflineShare)
                    .filter(s -> s == Stop.GOAL || s == Stop.INTERRUPTED)
                    .orElse(Stop.ITERATIONS);
        } catch (CancellationException _) {
            return Stop.INTERRUPTED;
        }
    }

    private int begin() {
        tryAt(tree.root(), 0, tree.root().proposal().source().defaults());
        tree.root().visited();
        return 0;
    }

    /// Brings the tree to where the past ended, and the sweep of its last Source to its end; the last
    /// iteration of it.
    private int goOn(Past past) {
        var node = tree.root();
        for (var trial : past.trials()) {
            if (trial.node() >= tree.nodes().size()) {
                node.visited();
                node = tree.grow(tree.nodes().get(trial.parentNode()), Past.proposal(trial));
            }
            if (past.hold()) add(node, trial);
            else tryAt(node, trial.iteration(), trial.candidate().assignment());
        }
        if (node == tree.root()) node.visited();
        else tryAll(node, past.trials().getLast().iteration());
        return past.trials().getLast().iteration();
    }

    private void from(Proposal from) {
        if (tree.nodes().size() == 1) tryAll(tree.grow(tree.root(), from), 0);
        var node = tree.nodes().get(1);
        if (node.ownMicros().isEmpty())
            throw new FromFailed(from, node.trials().getFirst().outcome());
    }

    public Tree tree() {
        return tree;
    }

    /// The source that a search was to start from did not pass.
    @SuppressWarnings("serial")
    public static final class FromFailed extends RuntimeException {
        private FromFailed(Proposal from, Outcome outcome) {
            super("%s did not pass, so no search can start from it (%s): %s"
                    .formatted(from.change(), outcome.label(), outcome.message()));
        }
    }

    /// The naive source did not pass: the op, the compiler or the machine is at fault, not a candidate.
    @SuppressWarnings("serial")
    public static final class NaiveFailed extends RuntimeException {
        private NaiveFailed(Outcome outcome) {
            super("the naive source did not pass (%s): %s".formatted(outcome.label(), outcome.message()));
        }
    }

    private double progress(int iteration, Duration passed) {
        double byCount = (iteration - 1.0) / budget.iterations();
        double byTime = budget.time()
                .map(limit -> (double) passed.toNanos() / limit.toNanos())
                .orElse(0.0);
        return Math.max(byCount, byTime);
    }

    private Optional<Stop> stop(int iteration, Duration passed, Trial naive, ToDoubleFunction<Trial> rooflineShare) {
        if (Thread.currentThread().isInterrupted()) return Optional.of(Stop.INTERRUPTED);
        if (isTimeUp(passed)) return Optional.of(Stop.TIME);
        var winner = best.orElseThrow();
        double speedup = micros(naive) / micros(winner);
        if (budget.goal().isPresent() && budget.goal().get().isReached(speedup, rooflineShare.applyAsDouble(winner)))
            return Optional.of(Stop.GOAL);
        if (budget.patience().isPresent()
                && iteration - 1 - lastGain >= budget.patience().getAsInt()) return Optional.of(Stop.PATIENCE);
        return Optional.empty();
    }

    private Duration passed() {
        return Duration.between(start, clock.instant());
    }

    private boolean isTimeUp(Duration passed) {
        return budget.time().filter(limit -> passed.compareTo(limit) >= 0).isPresent();
    }

    /// One proposal with its tunables; false when there is nothing left to propose.
    private boolean iterate(int iteration, double progress) {
        while (true) {
            var draws = random.apply(iteration); // as if what is exhausted had been known to be
            var chosen = search.choose(tree, progress, draws);
            if (chosen.isEmpty()) return false;
            var node = chosen.get();
            var proposal = proposer.propose(parent(node), draws);
            if (proposal.isPresent()) {
                tryAll(tree.grow(node, proposal.get()), iteration);
                return true;
            }
            node.exhaust();
        }
    }

    private Parent parent(Node node) {
        return new Parent(node.proposal().source(), node.proposal().recipe(), tree.hashes(), node.id(), tree.trials());
    }

    /// Tries the points of a Source's tunables that were not tried before.
    private void tryAll(Node node, int iteration) {
        try {
            for (var next = next(node); next.isPresent(); next = next(node)) tryAt(node, iteration, next.get());
        } finally {
            node.visited();
        }
    }

    private Optional<Map<String, Long>> next(Node node) {
        if (node.trials().isEmpty()) return Optional.of(sweep.first(node.proposal()));
        return isTimeUp(passed()) ? Optional.empty() : sweep.next(node, bestMicros());
    }

    private void tryAt(Node node, int iteration, Map<String, Long> assignment) {
        if (Thread.currentThread().isInterrupted()) throw new CancellationException("interrupted");
        var candidate = new Candidate(node.proposal().source(), assignment);
        listener.trying(iteration, candidate.title(node.proposal().change()));
        if (evaluator.lookahead() > 0) evaluator.expect(foreseen(node, iteration, assignment));
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

    private void add(Node node, Trial trial) {
        node.add(trial);
        trials = trial.number() + 1;
        if (trial.medianMicros().orElse(Double.POSITIVE_INFINITY) < bestMicros()) {
            best = Optional.of(trial);
            lastGain = trial.iteration();
        }
    }

    /// What may be tried after this: further points of the source, and what the next iteration proposes if
    /// this one is a gain, or is none.
    private List<Candidate> foreseen(Node node, int iteration, Map<String, Long> assignment) {
        var next = new ArrayList<Candidate>();
        for (var point : sweep.likely(node, assignment))
            next.add(new Candidate(node.proposal().source(), point));
        if (!proposer.isFree() || iteration == budget.iterations()) return next;
        if (!node.isExhausted()) proposed(node, random.apply(iteration + 1)).ifPresent(next::add);
        node.virtualVisit(1);
        var draws = random.apply(iteration + 1);
        search.choose(tree, progress(iteration + 1, passed()), draws)
                .flatMap(chosen -> proposed(chosen, draws))
                .ifPresent(next::add);
        node.virtualVisit(-1);
        return next;
    }

    private Optional<Candidate> proposed(Node node, RandomGenerator draws) {
        return proposer.propose(parent(node), draws)
                .map(proposal -> new Candidate(proposal.source(), sweep.first(proposal)));
    }

    private double bestMicros() {
        return best.map(SearchLoop::micros).orElse(Double.POSITIVE_INFINITY);
    }

    private static double micros(Trial trial) {
        return trial.medianMicros().orElseThrow();
    }
}
