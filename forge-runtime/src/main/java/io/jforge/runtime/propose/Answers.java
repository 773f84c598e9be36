package io.jforge.runtime.propose;

import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;

/// Reads a model's answer: a whole source, or edits of the one it was shown.
final class Answers {
    /// What came of it.
    sealed interface Read {
        /// @param explanation what was changed, on one line of at most 80 characters; empty where it does not say
        record Usable(Source source, String explanation) implements Read {}

        /// @param reason what was wrong and what is wanted, for a person and for the model
        record Unusable(String reason) implements Read {}
    }

    Read read(Reply reply, Source parent, Op op, Language language) {
        throw new UnsupportedOperationException("the reader of answers is being built");
    }
}
