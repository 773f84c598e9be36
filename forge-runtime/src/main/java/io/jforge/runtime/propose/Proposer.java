package io.jforge.runtime.propose;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes the next Source out of one that was tried; empty when it knows nothing more to make of it.
public interface Proposer {
    Optional<Proposal> propose(Parent parent, RandomGenerator random);

    /// Whether it may be asked for what is then not used: it proposes the same again to the same arguments, and for
    /// nothing.
    default boolean isFree() {
        return false;
    }
}
