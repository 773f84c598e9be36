package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.util.Optional;

/// A source that takes part in a benchmark: what it proposes, or why its header does not read.
record Entrant(String words, Step<Proposal> proposal) {
    static Entrant of(Origin origin, Catalogue.Entry entry) {
        try {
            return new Entrant(origin.words(), Step.passed(origin.proposal(entry)));
        } catch (SpecException unreadable) {
            return new Entrant(origin.words(), Step.stopped(new Outcome.Forbidden("header", unreadable.getMessage())));
        }
    }

    Optional<Language> language() {
        return InTurn.passed(proposal).map(given -> given.source().language()).findFirst();
    }

    /// Stopped if its language is not the device's.
    Step<Proposal> on(Language device) {
        return proposal.then(given -> given.source().language() == device
                ? Step.passed(given)
                : Step.stopped(new Outcome.Forbidden(
                        "language",
                        "it is %s, and the device runs %s"
                                .formatted(given.source().language().label(), device.label()))));
    }
}
