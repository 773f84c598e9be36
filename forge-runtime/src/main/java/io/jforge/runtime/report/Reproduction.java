package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// A run beside its replay, and whether it was reproduced.
///
/// It was if all its trials were tried again, those that were right are right and the others are not, and
/// its winner is faster than naive beyond noise, where it was so. On the same device model the winner's
/// speedup is also to be what it was: the two intervals overlap, or it is at least 90 % of what it was. On
/// another one times are shown, not judged.
///
/// @param task in a word, e.g. `softmax 4096x1024 f32`
/// @param sameDevice whether both were made on the same device model
/// @param changed the trials that were right and are not, or the other way round
/// @param times of the trials that are right in both
/// @param faster the trial that is the fastest now, where that is not the winner
/// @param reason why, in a sentence without its full stop
public record Reproduction(
        String task,
        Side original,
        Side repeated,
        boolean sameDevice,
        List<Changed> changed,
        Optional<Times> times,
        Optional<Trial> faster,
        boolean reproduced,
        String reason) {
    /// Of its speedup a winner is to reach this share.
    static final double SHARE = 0.9;

    public Reproduction {
        changed = List.copyOf(changed);
    }

    /// One of the two.
    ///
    /// @param device its model
    /// @param trials by outcome
    /// @param winner the original's winner, in both; empty where nothing but naive was right, or where it is not
    /// @param confirmed whether naive and winner were measured in pairs
    public record Side(
            String run,
            String device,
            Map<String, Integer> trials,
            Optional<Timing> naive,
            Optional<Timing> winner,
            Optional<Speedup> confirmed) {
        /// In pairs, else of the medians of the trials.
        public OptionalDouble speedup() {
            if (confirmed.isPresent()) return OptionalDouble.of(confirmed.get().ratio());
            if (naive.isEmpty() || winner.isEmpty()) return OptionalDouble.empty();
            return OptionalDouble.of(naive.get().medianMicros() / winner.get().medianMicros());
        }

        private static Side of(RunRecord run, Optional<Trial> winner) {
            var own = winner.flatMap(trial -> run.trial(trial.number()));
            var pairs = own.flatMap(trial ->
                    run.ending().flatMap(RunEnding::confirmation).filter(each -> each.trial() == trial.number()));
            return new Side(
                    run.header().id(),
                    device(run.header()),
                    run.counts(),
                    pairs.map(RunEnding.Confirmation::naive)
                            .or(() -> run.naive().flatMap(Reproduction::timing)),
                    pairs.map(RunEnding.Confirmation::best).or(() -> own.flatMap(Reproduction::timing)),
                    pairs.map(RunEnding.Confirmation::speedup));
        }

        private static String device(RunHeader header) {
            var facts = header.environment();
            return "%s, %s %s"
                    .formatted(
                            facts.getOrDefault("processor", header.device()),
                            facts.getOrDefault("cores", "?"),
                            header.device().startsWith("cuda") ? "multiprocessors" : "cores");
        }

        int count() {
            return trials.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /// A trial that was right and is not, or the other way round; `before` and `after` are its outcomes.
    public record Changed(int trial, String title, String before, String after, String why) {}

    /// New medians over old ones.
    ///
    /// @param mean the geometric one; `least` and `most` are the ends of their range
    public record Times(int trials, double mean, double least, double most) {}

    /// Whether the second can be a replay of the first: each of its trials has the same candidate.
    public static boolean isOf(RunRecord original, RunRecord repeated) {
        return repeated.trials().stream()
                .allMatch(trial -> original.trial(trial.number())
                        .filter(old -> old.candidate().equals(trial.candidate()))
                        .isPresent());
    }

    /// @param repeated a run of trials of the original
    public static Reproduction of(RunRecord original, RunRecord repeated) {
        var winner = original.winner();
        var before = Side.of(original, winner);
        var after = Side.of(repeated, winner);
        boolean same = original.header().isMadeOnLike(repeated.header());
        var changed = changed(original, repeated);
        var verdict = new Verdict(original, repeated, before, after, same, changed);
        var why = verdict.whyNot();
        return new Reproduction(
                original.header().task(),
                before,
                after,
                same,
                changed,
                times(original, repeated),
                faster(repeated, winner),
                why.isEmpty(),
                why.orElseGet(verdict::why));
    }

    private static Optional<Timing> timing(Trial trial) {
        return trial.outcome() instanceof Outcome.Timed timed ? Optional.of(timed.timing()) : Optional.empty();
    }

    private static List<Changed> changed(RunRecord original, RunRecord repeated) {
        var changed = new ArrayList<Changed>();
        for (var now : repeated.trials()) {
            var old = original.trial(now.number()).orElseThrow();
            if (timing(old).isPresent() != timing(now).isPresent())
                changed.add(new Changed(
                        now.number(),
                        now.title(),
                        old.outcome().label(),
                        now.outcome().label(),
                        (timing(now).isPresent() ? old : now).outcome().message()));
        }
        return changed;
    }

    private static Optional<Times> times(RunRecord original, RunRecord repeated) {
        var ratios = new ArrayList<Double>();
        for (var now : repeated.trials())
            original.trial(now.number())
                    .flatMap(Reproduction::timing)
                    .flatMap(old -> timing(now).map(it -> it.medianMicros() / old.medianMicros()))
                    .ifPresent(ratios::add);
        if (ratios.isEmpty()) return Optional.empty();
        double logs = ratios.stream().mapToDouble(Math::log).sum() / ratios.size();
        ratios.sort(Comparator.naturalOrder());
        return Optional.of(new Times(ratios.size(), Math.exp(logs), ratios.getFirst(), ratios.getLast()));
    }

    private static Optional<Trial> faster(RunRecord repeated, Optional<Trial> winner) {
        var own = winner.flatMap(trial -> repeated.trial(trial.number()));
        return repeated.trials().stream()
                .filter(trial -> trial.parentNode() >= 0 && trial.medianMicros().isPresent())
                .min(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()))
                .filter(trial -> own.filter(it -> it.number() != trial.number()
                                && it.medianMicros().orElse(0)
                                        > trial.medianMicros().orElseThrow())
                        .isPresent());
    }
}
