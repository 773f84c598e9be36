package io.jforge.runtime.propose;

import io.jforge.runtime.trial.Profile;
import java.util.Optional;

/// Makes what a model is asked out of the templates of one version; the same arguments give the same text.
final class Prompts {
    /// The folder of the templates: a transcript says which ones a question was made of.
    static final String VERSION = "1";

    private static final int BUDGET = 24_000;

    Prompts(Brief brief) {
        this(brief, BUDGET);
    }

    /// @param budgetChars that a question should take: sources of ancestors that do not fit in it are left out
    Prompts(Brief brief, int budgetChars) {}

    /// The same for every question of a run, so that providers keep it.
    String system() {
        throw new UnsupportedOperationException("prompts are being built");
    }

    /// Asks for something faster than the parent.
    ///
    /// @param counters of the parent's best trial
    String propose(Parent parent, Direction direction, Optional<Profile> counters) {
        throw new UnsupportedOperationException("prompts are being built");
    }

    /// Asks for a source that failed to be put right; what it failed of is its last trial.
    String repair(Parent failed, Optional<Profile> counters) {
        throw new UnsupportedOperationException("prompts are being built");
    }

    /// Asks for an answer that could not be used to be given again.
    String again(String answer, String why) {
        throw new UnsupportedOperationException("prompts are being built");
    }
}
