package io.jforge.runtime.propose;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes the next Source out of one that was tried; empty when it knows nothing more to make of it.
public interface Proposer {
    /// @throws NoProposal if it was asked in vain
    Optional<Proposal> propose(Parent parent, RandomGenerator random);

    /// Whether it may be asked for what is then not used: it proposes the same again to the same arguments, and for
    /// nothing.
    default boolean isFree() {
        return false;
    }

    /// How many Sources it may be asked for at once, each on a thread of its own, while others are tried;
    /// 0: it answers at once, and is asked when the last one was tried.
    default int atOnce() {
        return 0;
    }

    /// Whether it thinks on the device that measures: then nothing is tried while it is asked.
    default boolean isOnDevice() {
        return false;
    }
}
