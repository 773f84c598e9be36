package io.jforge.runtime.store;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Timing;
import java.util.Optional;

/// What is known of a run when it has ended.
///
/// @param stop why: iterations, time, goal, patience, exhausted, interrupted, failed
public record RunEnding(String stop, double wallSeconds, Optional<Confirmation> confirmation) {
    /// The winner against the naive source, sampled in turn with fresh inputs, and verified once more after.
    ///
    /// @param baselines the others that were sampled in the same rounds
    public record Confirmation(
            int trial, Timing naive, Timing best, Speedup speedup, Evidence evidence, BaselineReport baselines) {
        public Confirmation {
            if (baselines == null) baselines = BaselineReport.NONE; // a run of before there were any
        }

        public Confirmation(int trial, Timing naive, Timing best, Speedup speedup, Evidence evidence) {
            this(trial, naive, best, speedup, evidence, BaselineReport.NONE);
        }
    }
}
