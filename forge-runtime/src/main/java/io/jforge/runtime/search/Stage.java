package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposer;

/// Who proposes up to an iteration; once that is done, or there is nothing left to propose, the next stage begins.
///
/// @param last the last iteration that is this proposer's
public record Stage(Proposer proposer, int last) {
    /// All iterations.
    public static Stage all(Proposer proposer) {
        return new Stage(proposer, Integer.MAX_VALUE);
    }
}
