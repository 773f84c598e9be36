package io.jforge.runtime.llm;

import java.util.function.Consumer;

/// A language model; several threads may ask at once.
public interface Llm {
    /// As reports show it, e.g. `anthropic:claude-sonnet-4-5` or `relay:answers`; never with a key.
    String name();

    /// Waits for the whole answer.
    ///
    /// @param heard told of the answer's text as it comes, piece by piece, on any thread; perhaps never, and again
    ///     from its beginning where the call is repeated
    /// @throws LlmException if there is no answer
    /// @throws java.util.concurrent.CancellationException if this thread is interrupted; the call is given up
    Reply ask(Question question, Consumer<String> heard);
}
