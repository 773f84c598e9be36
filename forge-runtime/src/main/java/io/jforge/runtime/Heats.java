package io.jforge.runtime;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.GivenProposer;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Mcts;
import io.jforge.runtime.search.SearchListener;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.search.Stop;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;

/// Finds each source's best tunables, one source after the other, and then measures all that are right in turn.
final class Heats {
    private final Rig rig;
    private final Task task;
    private final Proposal naive;
    private final RunListener listener;
    private final List<Heat> heats = new ArrayList<>();
    private Optional<Timing> naiveInTurn = Optional.empty();
    private boolean interrupted;

    Heats(Rig rig, Task task, Catalogue.Entry entry, RunListener listener) {
        this.rig = rig;
        this.task = task;
        this.naive = new Proposal(entry.naive(task.target().language()), "naive", "");
        this.listener = listener;
    }

    /// What came of one source: its best trial or what stopped it; empty where it was not tried.
    private record Heat(String version, Optional<Candidate> candidate, Optional<Outcome> outcome) {
        static Heat of(Trial trial) {
            return new Heat(trial.title(), Optional.of(trial.candidate()), Optional.of(trial.outcome()));
        }

        static Heat untried(String version) {
            return new Heat(version, Optional.empty(), Optional.empty());
        }

        Optional<Timing> timing() {
            return outcome.flatMap(
                    what -> what instanceof Outcome.Timed timed ? Optional.of(timed.timing()) : Optional.empty());
        }

        SideBySide.Row asTried() {
            return row(outcome, timing(), Optional.empty());
        }

        SideBySide.Row measured(Step<InTurn.Pair> step) {
            return switch (step) {
                case Step.Passed<InTurn.Pair>(InTurn.Pair pair) ->
                    row(outcome, Optional.of(pair.own()), Optional.of(pair.speedup()));
                case Step.Stopped<InTurn.Pair>(Outcome why) ->
                    row(Optional.of(why), Optional.empty(), Optional.empty());
            };
        }

        private SideBySide.Row row(Optional<Outcome> what, Optional<Timing> timing, Optional<Speedup> speedup) {
            var tunables = candidate.map(Candidate::assignment).orElse(Map.of());
            return new SideBySide.Row(version, tunables, what, timing, speedup);
        }

        boolean isRight() {
            return outcome.filter(Outcome.Timed.class::isInstance).isPresent();
        }
    }

    SideBySide run(Optional<RunRecord> stored, List<Entrant> entrants) {
        var slow = tries(List.of()).getFirst();
        heats.add(stored.map(this::stored).orElseGet(() -> Heat.untried("best stored")));
        entrants.forEach(entrant -> heats.add(heat(entrant)));
        var pairs = pairs(slow).iterator();
        var rows = new ArrayList<SideBySide.Row>();
        for (var heat : heats)
            rows.add(heat.isRight() && pairs.hasNext() ? heat.measured(pairs.next()) : heat.asTried());
        rows.addFirst(naive(slow));
        return new SideBySide(
                task.op().name(),
                task.label(),
                task.target().id(),
                rig.roofline().leastMicros(task),
                rows,
                interrupted);
    }

    private SideBySide.Row naive(Trial slow) {
        var timing = naiveInTurn.or(() -> Heat.of(slow).timing());
        return new SideBySide.Row(
                "naive", Map.of(), Optional.of(slow.outcome()), timing, Optional.of(new Speedup(1, 1, 1)));
    }

    /// At the tunables that it was kept with.
    private Heat stored(RunRecord run) {
        var best = run.best().orElseThrow();
        var version = "best stored: %s/%d, %s".formatted(run.header().id(), best.number(), best.title());
        try {
            listener.preparing("trying the " + version);
            var evaluation = rig.pipeline().evaluate(best.candidate(), Double.POSITIVE_INFINITY);
            return new Heat(version, Optional.of(best.candidate()), Optional.of(evaluation.outcome()));
        } catch (CancellationException _) {
            interrupted = true;
            return Heat.untried(version);
        }
    }

    private Heat heat(Entrant entrant) {
        if (interrupted) return Heat.untried(entrant.words());
        return switch (entrant.on(task.target().language())) {
            case Step.Stopped<Proposal>(Outcome why) -> new Heat(entrant.words(), Optional.empty(), Optional.of(why));
            case Step.Passed<Proposal>(Proposal given) ->
                tries(List.of(given)).stream()
                        .skip(1)
                        .min(Comparator.comparingDouble(
                                trial -> trial.medianMicros().orElse(Double.POSITIVE_INFINITY)))
                        .map(Heat::of)
                        .orElseGet(() -> Heat.untried(entrant.words()));
        };
    }

    /// The naive source, which is measured once, and the given one at the points of its tunables.
    private List<Trial> tries(List<Proposal> given) {
        var trials = new ArrayList<Trial>();
        var loop = new SearchLoop(
                task,
                new Mcts(),
                new GivenProposer(given),
                rig.pipeline(),
                Budget.iterations(1),
                _ -> RandomGenerator.getDefault(),
                InstantSource.system(),
                telling(trials));
        interrupted = loop.run(naive, _ -> 0) == Stop.INTERRUPTED;
        if (trials.isEmpty()) throw new CancellationException("interrupted");
        return trials;
    }

    private SearchListener telling(List<Trial> trials) {
        return new SearchListener() {
            @Override
            public void trying(int iteration, String what) {
                listener.preparing("trying " + what);
            }

            @Override
            public void ended(Trial trial) {
                trials.add(trial);
            }
        };
    }

    /// For each that is right, in order; none where it was interrupted.
    private List<Step<InTurn.Pair>> pairs(Trial slow) {
        var right = heats.stream()
                .filter(Heat::isRight)
                .flatMap(heat -> heat.candidate().stream())
                .toList();
        if (interrupted || right.isEmpty()) return List.of();
        listener.preparing("measuring all in turn");
        try {
            var pairs = new InTurn(rig).pairs(slow, right);
            naiveInTurn = pairs.stream().flatMap(InTurn::passed).findFirst().map(InTurn.Pair::naive);
            return pairs;
        } catch (CancellationException _) {
            interrupted = true;
            return List.of();
        }
    }
}
