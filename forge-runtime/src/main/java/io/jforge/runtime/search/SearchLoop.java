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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/// Propose, try, sweep the tunables, again: until the budget is spent or the thread is interrupted.
public final class SearchLoop {
    private static final long LOOK_MILLIS = 100;

    private final Task task;
    private final Search search;
    private final List<Stage> stages;
    private final Evaluator evaluator;
    private final Budget budget;
    private final IntFunction<RandomGenerator> random;
    private final InstantSource clock;
    private final SearchListener listener;

    private final Deque<Past.Open> open = new ArrayDeque<>();
    private Growth growth;
    private Proposer proposer;
    private ToDoubleFunction<Trial> rooflineShare;
    private Instant start;
    private int next;

    /// @param random for each iteration a generator of its own, so that what it will draw can be foreseen; the same
    ///     ones with the same outcomes make the same tree
    public SearchLoop(
            Task task,
            Search search,
            List<Stage> stages,
            Evaluator evaluator,
            Budget budget,
            IntFunction<RandomGenerator> random,
            InstantSource clock,
            SearchListener listener) {
        this.task = task;
        this.search = search;
        this.stages = List.copyOf(stages);
        this.evaluator = evaluator;
        this.budget = budget;
        this.random = random;
        this.clock = clock;
        this.listener = listener;
    }

    /// One that a single proposer is asked for all iterations.
    public SearchLoop(
            Task task,
            Search search,
            Proposer proposer,
            Evaluator evaluator,
            Budget budget,
            IntFunction<RandomGenerator> random,
            InstantSource clock,
            SearchListener listener) {
        this(task, search, List.of(Stage.all(proposer)), evaluator, budget, random, clock, listener);
    }

    /// Runs from the naive source. The first trial is the naive source itself; if that is not right there is no
    /// run.
    ///
    /// @throws NaiveFailed if the naive source is not right
    public Stop run(Proposal naive, ToDoubleFunction<Trial> share) {
        return run(naive, Optional.empty(), Past.NONE, share);
    }

    /// The same, with a Source that is tried after the naive one and below which all others are made.
    ///
    /// With a past it goes on where that ended: with the same outcomes, what follows is what would have followed.
    ///
    /// @param share of the roofline that a trial reaches
    /// @throws NaiveFailed if the naive source is not right
    /// @throws FromFailed if the other one is not right
    public Stop run(Proposal naive, Optional<Proposal> from, Past past, ToDoubleFunction<Trial> share) {
        start = clock.instant().minus(past.spent());
        rooflineShare = share;
        proposer = stages.getFirst().proposer();
        var root = past.isEmpty() ? naive : Past.proposal(past.trials().getFirst());
        growth = new Growth(task, root, evaluator, clock, listener, () -> isTimeUp(passed()));
        growth.foreseen(this::foreseen);
        from.ifPresent(_ -> root().close());
        try {
            if (past.isEmpty()) begin();
            else goOn(past);
            if (root().bestTrial().isEmpty())
                throw new NaiveFailed(root().trials().getFirst().outcome());
            from.ifPresent(this::from);
            open.addAll(past.open());
            next = past.last() + 1;
            return through();
        } catch (CancellationException _) {
            return Stop.INTERRUPTED;
        }
    }

    private Node root() {
        return growth.tree().root();
    }

    private void begin() {
        growth.tryAt(root(), 0, root().proposal().source().defaults());
        root().visited();
    }

    /// Brings the tree to where the past ended, and the sweep of its last Source to its end.
    private void goOn(Past past) {
        var newest = root();
        for (var trial : past.trials()) {
            if (trial.node() >= growth.tree().nodes().size()) {
                newest.visited();
                newest = growth.tree().grow(growth.tree().nodes().get(trial.parentNode()), Past.proposal(trial));
            }
            var node = growth.tree().nodes().get(trial.node());
            if (past.hold()) growth.add(node, trial);
            else growth.tryAt(node, trial.iteration(), trial.candidate().assignment());
            if (node != newest) node.improved();
        }
        if (newest == root()) newest.visited();
        else growth.tryAll(newest, newest.trials().getFirst().iteration());
    }

    private void from(Proposal from) {
        if (growth.tree().nodes().size() == 1) growth.tryAll(growth.tree().grow(root(), from), 0);
        var node = growth.tree().nodes().get(1);
        if (node.ownMicros().isEmpty())
            throw new FromFailed(from, node.trials().getFirst().outcome());
    }

    public Tree tree() {
        return growth.tree();
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
        NaiveFailed(Outcome outcome) {
            super("the naive source did not pass (%s): %s".formatted(outcome.label(), outcome.message()));
        }
    }

    /// One stage after another; what one proposer made all of is open to the next.
    private Stop through() {
        for (var stage : stages) {
            proposer = stage.proposer();
            growth.tree().reopen();
            int last = Math.min(stage.last(), budget.iterations());
            var stop = proposer.atOnce() == 0 ? inTurn(last) : together(last);
            if (stop.isPresent()) return stop.get();
        }
        if (next <= budget.iterations()) return Stop.EXHAUSTED;
        return stop(Duration.ZERO, 1)
                .filter(s -> s == Stop.GOAL || s == Stop.INTERRUPTED)
                .orElse(Stop.ITERATIONS);
    }

    private Optional<Stop> inTurn(int last) {
        while (next <= last) {
            var passed = passed();
            var stop = stop(passed, 0);
            if (stop.isPresent()) return stop;
            if (!iterate(next, progress(next, passed))) return Optional.empty();
            next++;
        }
        return Optional.empty();
    }

    /// Questions are on their way while the device tries what came before; where it has nothing else to
    /// try, further points of the best Sources.
    private Optional<Stop> together(int last) {
        try (var asking = new Asking(proposer, listener)) {
            while (true) {
                listener.waiting();
                var stop = stop(passed(), asking.size());
                if (stop.isPresent()) return stop;
                boolean more = true;
                while (more && asking.hasRoom()) more = ask(asking, last);
                if (asking.size() == 0) return asking.over();
                var answer = asking.canTry() ? asking.take() : Optional.<Asking.Answer>empty();
                if (answer.isPresent()) tryAnswer(answer.get());
                else if (asking.size() > 0 && !(asking.canTry() && growth.tryFurther())) asking.await(LOOK_MILLIS);
            }
        }
    }

    private void tryAnswer(Asking.Answer answer) {
        growth.tryAll(growth.tree().grow(answer.node(), answer.proposal()), answer.iteration());
    }

    /// Puts the next question; false if there is none to put now.
    private boolean ask(Asking asking, int last) {
        if (!open.isEmpty()) {
            var first = open.removeFirst();
            var node = growth.tree().nodes().get(first.node());
            asking.ask(node, parent(node, first.iteration()), random.apply(first.iteration()));
            return true;
        }
        if (next > last) return false;
        var draws = random.apply(next);
        var node = toRepair(asking).or(() -> search.choose(growth.tree(), progress(next, passed()), draws));
        if (node.isEmpty()) return false;
        asking.ask(node.get(), parent(node.get(), next), draws);
        next++;
        return true;
    }

    private Optional<Node> toRepair(Asking asking) {
        return growth.tree().nodes().stream()
                .filter(Node::isRepairable)
                .filter(node -> !asking.isAsked(node))
                .findFirst();
    }

    private double progress(int iteration, Duration passed) {
        double byCount = (iteration - 1.0) / budget.iterations();
        double byTime = budget.time()
                .map(limit -> (double) passed.toNanos() / limit.toNanos())
                .orElse(0.0);
        return Math.max(byCount, byTime);
    }

    /// @param under iterations that were begun and are not over
    private Optional<Stop> stop(Duration passed, int under) {
        if (Thread.currentThread().isInterrupted()) return Optional.of(Stop.INTERRUPTED);
        if (isTimeUp(passed)) return Optional.of(Stop.TIME);
        var winner = growth.best().orElseThrow();
        double speedup = micros(root().bestTrial().orElseThrow()) / micros(winner);
        if (budget.goal().isPresent() && budget.goal().get().isReached(speedup, rooflineShare.applyAsDouble(winner)))
            return Optional.of(Stop.GOAL);
        if (budget.patience().isPresent()
                && next - 1 - under - growth.lastGain() >= budget.patience().getAsInt())
            return Optional.of(Stop.PATIENCE);
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
            var chosen = search.choose(growth.tree(), progress, draws);
            if (chosen.isEmpty()) return false;
            var node = chosen.get();
            var proposal = proposer.propose(parent(node, iteration), draws);
            if (proposal.isPresent()) {
                growth.tryAll(growth.tree().grow(node, proposal.get()), iteration);
                return true;
            }
            node.exhaust();
        }
    }

    private Parent parent(Node node, int iteration) {
        return new Parent(
                node.proposal().source(),
                node.proposal().recipe(),
                growth.tree().hashes(),
                node.id(),
                growth.tree().trials(),
                iteration);
    }

    /// What may be tried after this: further points of the source, and what the next iteration proposes if
    /// this one is a gain, or is none.
    private List<Candidate> foreseen(Node node, int iteration, Map<String, Long> assignment) {
        var ahead = new ArrayList<Candidate>();
        for (var point : growth.sweep().likely(node, assignment))
            ahead.add(new Candidate(node.proposal().source(), point));
        if (!proposer.isFree() || iteration == budget.iterations()) return ahead;
        if (!node.isExhausted())
            proposed(node, iteration + 1, random.apply(iteration + 1)).ifPresent(ahead::add);
        node.virtualVisit(1);
        var draws = random.apply(iteration + 1);
        search.choose(growth.tree(), progress(iteration + 1, passed()), draws)
                .flatMap(chosen -> proposed(chosen, iteration + 1, draws))
                .ifPresent(ahead::add);
        node.virtualVisit(-1);
        return ahead;
    }

    private Optional<Candidate> proposed(Node node, int iteration, RandomGenerator draws) {
        return proposer.propose(parent(node, iteration), draws)
                .map(proposal -> new Candidate(proposal.source(), growth.sweep().first(proposal)));
    }

    private static double micros(Trial trial) {
        return trial.medianMicros().orElseThrow();
    }
}
