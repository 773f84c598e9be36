package io.jforge.runtime;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import io.jforge.runtime.verify.Verified;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Measures the winner against the naive source in turn, sample by sample, on fresh inputs, and verifies it once more.
///
/// The fastest of many trials is partly luck; a speedup is claimed only from this.
final class Confirming {
    private static final int NAIVE_MODULE = 2;
    private static final int CANDIDATES = 5;
    private static final int FRESH_SEEDS = 5;
    private static final int LEAST_PAIRS = 11;
    private static final int MOST_PAIRS = 41;
    private static final double PAIRS_MICROS = 1.5e6;

    private final Rig rig;

    Confirming(Rig rig) {
        this.rig = rig;
    }

    /// The fastest trial that stands the test; empty if none does, or if nothing beat the naive source.
    Optional<Confirmation> winner(RunRecord run, RunListener listener) {
        var naive = run.naive().orElseThrow();
        var fastest = run.trials().stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .sorted(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()))
                .limit(CANDIDATES)
                .filter(trial -> trial.parentNode() >= 0)
                .toList();
        for (var trial : fastest) {
            listener.confirming(trial);
            var confirmed = confirm(naive, trial);
            if (confirmed.isPresent()) return confirmed;
        }
        return Optional.empty();
    }

    private Optional<Confirmation> confirm(Trial naive, Trial winner) {
        var confirmed = verified(naive.candidate(), NAIVE_MODULE)
                .then(slow -> verified(winner.candidate(), Pipeline.MODULE)
                        .then(fast -> rig.stopwatch()
                                .pair(slow.call(), fast.call(), pairs(naive))
                                .then(timings -> rig.verifier()
                                        .afresh(winner.candidate(), Pipeline.MODULE, FRESH_SEEDS)
                                        .then(after -> Step.passed(confirmation(
                                                winner, timings, fast.evidence().and(after)))))));
        return switch (confirmed) {
            case Step.Passed<Confirmation>(Confirmation value) -> Optional.of(value);
            case Step.Stopped<Confirmation> _ -> Optional.empty();
        };
    }

    private Step<Verified> verified(Candidate candidate, int module) {
        return rig.pipeline().compile(candidate).then(binary -> rig.verifier().verify(candidate, binary, module));
    }

    private static Confirmation confirmation(Trial winner, List<Timing> timings, Evidence evidence) {
        var naive = timings.get(0);
        var best = timings.get(1);
        return new Confirmation(winner.number(), naive, best, Speedup.ofPairs(naive, best), evidence);
    }

    /// As many pairs as fit a second and a half, an odd number of them.
    private int pairs(Trial naive) {
        double wanted = PAIRS_MICROS / naive.medianMicros().orElseThrow();
        return (int) Math.clamp(wanted, LEAST_PAIRS, MOST_PAIRS) | 1;
    }
}
