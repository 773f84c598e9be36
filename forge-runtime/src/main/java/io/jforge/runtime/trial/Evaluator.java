package io.jforge.runtime.trial;

/// Tries a candidate: the one seam through which a search reaches compiler, verifier and device.
public interface Evaluator {
    /// What became of it, and how long each stage took.
    record Evaluation(Outcome outcome, Stages stages) {}

    /// Tries it; timing may stop early once it is clearly slower than `bestMicros` (infinite: nothing to race
    /// against).
    Evaluation evaluate(Candidate candidate, double bestMicros);
}
