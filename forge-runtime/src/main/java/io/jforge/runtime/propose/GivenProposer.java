package io.jforge.runtime.propose;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Proposes what it was given, in order, and then nothing: for sources that a person wrote.
public final class GivenProposer implements Proposer {
    private final Iterator<Proposal> given;

    public GivenProposer(List<Proposal> given) {
        this.given = given.iterator();
    }

    @Override
    public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
        return given.hasNext() ? Optional.of(given.next()) : Optional.empty();
    }
}
