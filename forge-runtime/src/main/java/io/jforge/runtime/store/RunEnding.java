package io.jforge.runtime.store;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known of a run when it has ended.
///
/// @param stop why: iterations, time, goal, patience, exhausted, interrupted, failed
/// @param warnings what spoils its times, a sentence each; runs of older versions have none
/// @param environment what had changed of the header's by then; runs of older versions have none
/// @param profile what the GPU's counters say of the winner, where that was asked for
public record RunEnding(
        String stop,
        double wallSeconds,
        Optional<Confirmation> confirmation,
        List<String> warnings,
        Map<String, String> environment,
        Optional<Profile> profile) {
    public RunEnding {
        if (profile == null) profile = Optional.empty(); // runs of older versions have none
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        environment = environment == null
                ? Map.of()
                : java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /// Without a profile.
    public RunEnding(
            String stop,
            double wallSeconds,
            Optional<Confirmation> confirmation,
            List<String> warnings,
            Map<String, String> environment) {
        this(stop, wallSeconds, confirmation, warnings, environment, Optional.empty());
    }

    /// The stop of a run whose process ended before the run did; it is never written.
    public static final String BROKEN_OFF = "broken off";

    static RunEnding brokenOff(RunHeader header, List<Trial> trials) {
        var begun = header.resumed().isEmpty()
                ? new RunHeader.Resumed(header.started(), 0, 0)
                : header.resumed().getLast();
        var since = trials.size() > begun.trials()
                ? Duration.between(begun.at(), trials.getLast().ended())
                : Duration.ZERO;
        return new RunEnding(BROKEN_OFF, begun.seconds() + since.toMillis() / 1000.0, Optional.empty());
    }

    /// Without a warning.
    public RunEnding(String stop, double wallSeconds, Optional<Confirmation> confirmation) {
        this(stop, wallSeconds, confirmation, List.of(), Map.of(), Optional.empty());
    }

    /// The winner against the naive source, sampled in turn with fresh inputs, and verified once more after.
    ///
    /// @param rival for a person's own source: the best that was kept before, sampled in turn with it
    /// @param other the same with what the run did not time with in the caches
    /// @param baselines the others that were sampled in the same rounds; older runs have none of the three
    public record Confirmation(
            int trial,
            Timing naive,
            Timing best,
            Speedup speedup,
            Evidence evidence,
            Optional<Rival> rival,
            Optional<Pair> other,
            BaselineReport baselines) {
        public Confirmation {
            if (rival == null) rival = Optional.empty();
            if (other == null) other = Optional.empty();
            if (baselines == null) baselines = BaselineReport.NONE;
        }

        public Confirmation(int trial, Timing naive, Timing best, Speedup speedup, Evidence evidence) {
            this(trial, naive, best, speedup, evidence, Optional.empty(), Optional.empty(), BaselineReport.NONE);
        }

        /// The same with a rival.
        public Confirmation beside(Rival kept) {
            return new Confirmation(trial, naive, best, speedup, evidence, Optional.of(kept), other, baselines);
        }

        /// The same with what is known of the winner besides.
        public Confirmation and(Evidence more) {
            return new Confirmation(trial, naive, best, speedup, evidence.and(more), rival, other, baselines);
        }
    }

    /// The best of another run of the task.
    ///
    /// @param overNaive its speedup against naive
    /// @param behind how many times faster than it this run's source is
    public record Rival(String run, int trial, String title, Timing timing, Speedup overNaive, Speedup behind) {}

    /// Both sampled in turn.
    public record Pair(Timing naive, Timing best, Speedup speedup) {
        public static Pair of(Timing naive, Timing best) {
            return new Pair(naive, best, Speedup.ofPairs(naive, best));
        }
    }
}
