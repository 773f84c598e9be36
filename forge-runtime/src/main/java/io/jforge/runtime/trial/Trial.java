package io.jforge.runtime.trial;

import java.time.Instant;
import java.util.OptionalDouble;

/// One candidate that was tried, where it came from, and what became of it.
///
/// @param number counts from 0 (the naive source) within the run
/// @param node the Source's number in the search tree; a Source's tunables share it
/// @param parentNode the Source it was made from; -1 for the root
/// @param iteration the proposal it belongs to; 0 for the root
/// @param change what was changed against the parent, in words
/// @param recipe how the proposer can make it again; empty where it cannot
public record Trial(
        int number,
        int node,
        int parentNode,
        int iteration,
        String change,
        String recipe,
        Candidate candidate,
        Outcome outcome,
        Stages stages,
        Resources resources,
        Instant ended) {

    /// The median in microseconds, if it was right and was timed.
    public OptionalDouble medianMicros() {
        return outcome instanceof Outcome.Timed(Timing timing, Evidence _)
                ? OptionalDouble.of(timing.medianMicros())
                : OptionalDouble.empty();
    }

    /// The change with its tunables, e.g. `both cores (UN=8)`.
    public String title() {
        return candidate.title(change);
    }
}
