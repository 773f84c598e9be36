package io.jforge.runtime.trial;

import java.util.List;

/// Tries a candidate: the one seam through which a search reaches compiler, verifier and device.
public interface Evaluator {
    /// What became of it, how long each stage took, and what it takes of the device.
    record Evaluation(Outcome outcome, Stages stages, Resources resources) {}

    /// Tries it; timing may stop early once it is clearly slower than `bestMicros` (infinite: nothing to race
    /// against).
    Evaluation evaluate(Candidate candidate, double bestMicros);

    /// How many candidates it can ready while it evaluates another; 0 where that would disturb the evaluation.
    default int lookahead() {
        return 0;
    }

    /// What may come after the next evaluation, the likeliest first; it is no promise, and no Outcome depends on it.
    default void expect(List<Candidate> next) {}
}
