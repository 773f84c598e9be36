package io.jforge.runtime;

import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import io.jforge.runtime.verify.Verified;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Verifies candidates anew and measures them in turn, sample by sample, on fresh inputs.
final class InTurn {
    private static final int FIRST_MODULE = 2;
    private static final int LEAST_PAIRS = 11;
    private static final int MOST_PAIRS = 41;
    private static final double PAIRS_MICROS = 1.5e6;

    private final Rig rig;
    private final Rounds rounds;

    InTurn(Rig rig) {
        this(rig, new Rounds(rig, Baselines.none(), _ -> {}));
    }

    /// Beside baselines that run elsewhere.
    InTurn(Rig rig, Rounds rounds) {
        this.rig = rig;
        this.rounds = rounds;
    }

    /// One that ran with the others: its samples, how those that were judged came out, and the number under
    /// which the worker has its code.
    record Lane(Candidate candidate, int module, Verified verified, Timing timing, Evidence timed) {}

    /// One beside the naive source: the samples of both, and how it was verified before and after.
    record Pair(Timing naive, Timing own, Speedup speedup, Evidence evidence) {}

    /// In the order of the candidates, each a lane or what stopped it; one that spoils the measurement stops
    /// all.
    List<Step<Lane>> lanes(List<Candidate> candidates, int samples) {
        var verified = new ArrayList<Step<Verified>>();
        for (var candidate : candidates) verified.add(verified(candidate, FIRST_MODULE + verified.size()));
        var proofs = verified.stream().flatMap(InTurn::passed).toList();
        if (proofs.isEmpty())
            return verified.stream()
                    .map(step -> step.then(_ -> Step.<Lane>passed(null)))
                    .toList();
        var timed = rounds.inTurn(proofs.stream().map(Verified::call).toList(), samples);
        var lanes = new ArrayList<Step<Lane>>();
        for (int i = 0; i < candidates.size(); i++) {
            int at = i;
            lanes.add(verified.get(i)
                    .then(proof -> timed.then(sampled -> Step.passed(
                            lane(candidates.get(at), FIRST_MODULE + at, proof, sampled.get(proofs.indexOf(proof)))))));
        }
        return lanes;
    }

    private static Lane lane(Candidate candidate, int module, Verified proof, Stopwatch.Measured sampled) {
        return new Lane(candidate, module, proof, sampled.timing(), sampled.evidence());
    }

    /// Two lanes once more in turn, with the caches as the run did not have them.
    Step<RunEnding.Pair> otherwise(Lane naive, Lane own) {
        int samples = naive.timing().samplesNanos().size();
        var cache = rig.stopwatch().cache().other();
        return rig.stopwatch()
                .inTurn(List.of(naive.verified().call(), own.verified().call()), samples, cache)
                .then(both -> Step.passed(RunEnding.Pair.of(
                        both.timings().getFirst(), both.timings().getLast())));
    }

    /// Each beside the naive source, all in turn; where one of them stops, each alone with the naive one,
    /// since it may have taken the others' code with it.
    List<Step<Pair>> pairs(Trial naive, List<Candidate> candidates) {
        return rig.lock().holding(() -> pairsNow(naive, candidates));
    }

    private List<Step<Pair>> pairsNow(Trial naive, List<Candidate> candidates) {
        var all =
                Stream.concat(Stream.of(naive.candidate()), candidates.stream()).toList();
        var lanes = lanes(all, samples(naive));
        var slow = lanes.getFirst();
        var pairs = lanes.stream()
                .skip(1)
                .map(lane -> slow.then(first -> lane.then(own -> pair(first, own))))
                .toList();
        if (candidates.size() < 2 || pairs.stream().allMatch(Step.Passed.class::isInstance)) return pairs;
        return candidates.stream()
                .map(candidate -> pairsNow(naive, List.of(candidate)).getFirst())
                .toList();
    }

    private Step<Pair> pair(Lane naive, Lane own) {
        return afresh(own)
                .then(evidence -> Step.passed(new Pair(
                        naive.timing(), own.timing(), Speedup.ofPairs(naive.timing(), own.timing()), evidence)));
    }

    /// Verifies once more, on the inputs that it was run with last and on seeds that no trial has seen;
    /// together with what was checked before.
    Step<Evidence> afresh(Lane lane) {
        return rig.verifier()
                .repeated(lane.candidate(), lane.module())
                .then(repeated -> rig.verifier()
                        .afresh(lane.candidate(), lane.module())
                        .then(fresh -> Step.passed(lane.verified()
                                .evidence()
                                .and(lane.timed())
                                .and(repeated)
                                .and(fresh))));
    }

    /// The same, and all that a winner has to prove.
    Step<Evidence> thoroughly(Lane lane) {
        return afresh(lane)
                .then(before -> rig.verifier()
                        .thoroughly(lane.candidate(), lane.module())
                        .then(after -> Step.passed(before.and(after))));
    }

    private Step<Verified> verified(Candidate candidate, int module) {
        return rig.pipeline().compile(candidate).then(binary -> rig.verifier().verify(candidate, binary, module));
    }

    /// As many samples of each as fit a second and a half of the naive source, an odd number of them.
    static int samples(Trial naive) {
        double wanted = PAIRS_MICROS / naive.medianMicros().orElseThrow();
        return (int) Math.clamp(wanted, LEAST_PAIRS, MOST_PAIRS) | 1;
    }

    /// What passed, or nothing.
    static <T> Stream<T> passed(Step<T> step) {
        return switch (step) {
            case Step.Passed<T>(T value) -> Stream.of(value);
            case Step.Stopped<T> _ -> Stream.empty();
        };
    }
}
