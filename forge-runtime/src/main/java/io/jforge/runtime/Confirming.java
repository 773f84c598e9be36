package io.jforge.runtime;

import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunEnding.InTurn;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import io.jforge.runtime.verify.Verified;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Measures the fastest trials, the naive source and the baselines in turn, on fresh inputs, the winner with cold and
/// warm caches, and verifies it once more.
///
/// The fastest of many trials is partly luck, and a moment's noise can hide a good one; a speedup is claimed only from
/// this.
final class Confirming {
    private static final int NAIVE_MODULE = 2;
    private static final int FINALISTS = 3;
    private static final int FRESH_SEEDS = 5;
    private static final int LEAST_PAIRS = 11;
    private static final int MOST_PAIRS = 41;
    private static final double PAIRS_MICROS = 1.5e6;

    private final Rig rig;
    private final Baselines baselines;
    private Rounds rounds;

    /// Against the naive source alone.
    Confirming(Rig rig) {
        this(rig, Baselines.none());
    }

    Confirming(Rig rig, Baselines baselines) {
        this.rig = rig;
        this.baselines = baselines;
        this.rounds = new Rounds(rig, baselines, _ -> {});
    }

    private record Finalist(Trial trial, Verified verified, int module) {}

    /// The fastest of the finalists on these fresh samples that is right on fresh seeds; empty if nothing but naive was
    /// right. One that ends the worker takes the others' code with it: then each is tried on its own.
    Optional<Confirmation> winner(RunRecord run, RunListener listener) {
        var naive = run.naive().orElseThrow();
        var fastest = run.trials().stream()
                .filter(trial -> trial.medianMicros().isPresent() && trial.parentNode() >= 0)
                .sorted(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()))
                .limit(FINALISTS)
                .toList();
        if (fastest.isEmpty()) return Optional.empty();
        listener.confirming(fastest.getFirst());
        rounds = new Rounds(rig, baselines, listener::comparing);
        return rig.lock()
                .holding(() -> among(fastest, naive)
                        .or(() -> fastest.stream()
                                .filter(_ -> fastest.size() > 1)
                                .map(trial -> among(List.of(trial), naive))
                                .flatMap(Optional::stream)
                                .findFirst()));
    }

    private Optional<Confirmation> among(List<Trial> trials, Trial naive) {
        var finalists = finalists(trials);
        if (finalists.isEmpty()) return Optional.empty();
        return switch (verified(naive.candidate(), NAIVE_MODULE)) {
            case Step.Stopped<Verified> _ -> Optional.empty();
            case Step.Passed<Verified>(Verified slow) -> against(slow, samples(naive), finalists);
        };
    }

    private Optional<Confirmation> against(Verified naive, int samples, List<Finalist> finalists) {
        var calls = Stream.concat(Stream.of(naive), finalists.stream().map(Finalist::verified))
                .map(Verified::call)
                .toList();
        return switch (rounds.inTurn(calls, samples)) {
            case Step.Stopped<List<Timing>> _ -> Optional.empty();
            case Step.Passed<List<Timing>>(List<Timing> timings) -> firstRight(naive, finalists, timings);
        };
    }

    /// Each verified anew and loaded under a number of its own.
    private List<Finalist> finalists(List<Trial> trials) {
        var finalists = new ArrayList<Finalist>();
        for (var trial : trials) {
            int module = NAIVE_MODULE + 1 + finalists.size();
            if (verified(trial.candidate(), module) instanceof Step.Passed<Verified>(Verified proof))
                finalists.add(new Finalist(trial, proof, module));
        }
        return finalists;
    }

    /// In the order of their times; the first timing is the naive source's.
    private Optional<Confirmation> firstRight(Verified naive, List<Finalist> finalists, List<Timing> timings) {
        return IntStream.range(0, finalists.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> timings.get(i + 1).medianMicros()))
                .map(i -> confirmed(naive, finalists.get(i), InTurn.of(timings.getFirst(), timings.get(i + 1))))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Confirmation> confirmed(Verified naive, Finalist finalist, InTurn times) {
        var confirmed = otherwise(naive, finalist, times)
                .then(other -> rightAfter(finalist)
                        .then(evidence -> Step.passed(new Confirmation(
                                finalist.trial().number(),
                                times.naive(),
                                times.best(),
                                times.speedup(),
                                finalist.verified().evidence().and(evidence),
                                Optional.of(other),
                                baselines.against(times.best())))));
        return confirmed instanceof Step.Passed<Confirmation>(Confirmation winner)
                ? Optional.of(winner)
                : Optional.empty();
    }

    /// With the caches as the run did not have them.
    private Step<InTurn> otherwise(Verified naive, Finalist finalist, InTurn times) {
        int samples = times.naive().samplesNanos().size();
        var calls = List.of(naive.call(), finalist.verified().call());
        var cache = rig.stopwatch().cache().other();
        return rig.stopwatch()
                .inTurn(calls, samples, cache)
                .then(both -> Step.passed(InTurn.of(both.getFirst(), both.getLast())));
    }

    private Step<Evidence> rightAfter(Finalist finalist) {
        var candidate = finalist.trial().candidate();
        return rig.verifier()
                .repeated(candidate, finalist.module())
                .then(first -> rig.verifier()
                        .afresh(candidate, finalist.module(), FRESH_SEEDS)
                        .then(fresh -> Step.passed(first.and(fresh))));
    }

    private Step<Verified> verified(Candidate candidate, int module) {
        return rig.pipeline().compile(candidate).then(binary -> rig.verifier().verify(candidate, binary, module));
    }

    /// As many pairs as fit a second and a half, an odd number of them.
    private static int samples(Trial naive) {
        double wanted = PAIRS_MICROS / naive.medianMicros().orElseThrow();
        return (int) Math.clamp(wanted, LEAST_PAIRS, MOST_PAIRS) | 1;
    }
}
