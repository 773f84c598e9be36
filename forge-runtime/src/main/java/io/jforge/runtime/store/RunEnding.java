package io.jforge.runtime.store;

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
    /// @param rival for a person's own source: the best that was kept before, sampled in turn with it
    public record Confirmation(
            int trial, Timing naive, Timing best, Speedup speedup, Evidence evidence, Optional<Rival> rival) {
        public Confirmation {
            rival = rival == null ? Optional.empty() : rival; // a run of before there were any
        }

        public Confirmation(int trial, Timing naive, Timing best, Speedup speedup, Evidence evidence) {
            this(trial, naive, best, speedup, evidence, Optional.empty());
        }
    }

    /// The best of another run of the task.
    ///
    /// @param overNaive its speedup against naive
    /// @param behind how many times faster than it this run's source is
    public record Rival(String run, int trial, String title, Timing timing, Speedup overNaive, Speedup behind) {}
}
