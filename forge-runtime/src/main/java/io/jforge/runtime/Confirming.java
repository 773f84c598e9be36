package io.jforge.runtime;

import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunEnding.Pair;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Measures the fastest trials, the naive source and the baselines in turn, on fresh inputs, the winner
/// with cold and warm caches, and verifies it once more.
///
/// The fastest of many trials is partly luck, and a moment's noise can hide a good one; a speedup is
/// claimed only from this.
final class Confirming {
    private static final int FINALISTS = 3;

    private final Rig rig;
    private final Baselines baselines;
    private InTurn inTurn;

    /// Against the naive source alone.
    Confirming(Rig rig) {
        this(rig, Baselines.none());
    }

    Confirming(Rig rig, Baselines baselines) {
        this.rig = rig;
        this.baselines = baselines;
    }

    private record Finalist(Trial trial, InTurn.Lane lane) {
        double micros() {
            return lane.timing().medianMicros();
        }
    }

    /// The fastest of the finalists on these fresh samples that is right on fresh seeds; empty if nothing
    /// but naive was right. One that ends the worker takes the others' code with it: then each is tried on
    /// its own.
    Optional<Confirmation> winner(RunRecord run, RunListener listener) {
        var naive = run.naive().orElseThrow();
        var fastest = run.trials().stream()
                .filter(trial -> trial.medianMicros().isPresent() && trial.parentNode() >= 0)
                .sorted(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()))
                .limit(FINALISTS)
                .toList();
        if (fastest.isEmpty()) return Optional.empty();
        listener.confirming(fastest.getFirst());
        inTurn = new InTurn(rig, new Rounds(rig, baselines, listener::comparing));
        return rig.lock()
                .holding(() -> among(fastest, naive)
                        .or(() -> fastest.stream()
                                .filter(_ -> fastest.size() > 1)
                                .map(trial -> among(List.of(trial), naive))
                                .flatMap(Optional::stream)
                                .findFirst()));
    }

    /// This trial alone, whichever was the fastest; empty if it is not right any more.
    Optional<Confirmation> of(Trial trial, RunRecord run, RunListener listener) {
        listener.confirming(trial);
        inTurn = new InTurn(rig, new Rounds(rig, baselines, listener::comparing));
        return rig.lock().holding(() -> among(List.of(trial), run.naive().orElseThrow()));
    }

    private Optional<Confirmation> among(List<Trial> trials, Trial naive) {
        var candidates = Stream.concat(Stream.of(naive), trials.stream())
                .map(Trial::candidate)
                .toList();
        var lanes = inTurn.lanes(candidates, InTurn.samples(naive));
        var finalists = IntStream.range(0, trials.size())
                .boxed()
                .flatMap(i -> InTurn.passed(lanes.get(i + 1)).map(lane -> new Finalist(trials.get(i), lane)))
                .sorted(Comparator.comparingDouble(Finalist::micros))
                .toList();
        return InTurn.passed(lanes.getFirst())
                .flatMap(slow -> finalists.stream().flatMap(finalist -> confirmed(finalist, slow)))
                .findFirst();
    }

    private Stream<Confirmation> confirmed(Finalist finalist, InTurn.Lane naive) {
        var own = finalist.lane();
        var times = Pair.of(naive.timing(), own.timing());
        return InTurn.passed(inTurn.otherwise(naive, own)
                .then(other -> inTurn.thoroughly(own)
                        .then(evidence -> Step.passed(new Confirmation(
                                finalist.trial().number(),
                                times.naive(),
                                times.best(),
                                times.speedup(),
                                evidence,
                                Optional.empty(),
                                Optional.of(other),
                                baselines.against(times.best()))))));
    }
}
