package io.jforge.runtime.llm;

import java.time.LocalDate;
import java.util.Optional;

/// What models cost, as a table with its date: a price that is not in it is unknown, never nothing.
public final class Prices {
    private Prices() {}

    /// The table that came with this JForge.
    public static Prices builtIn() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// When it held.
    public LocalDate date() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Empty for what the table does not have, for the relay, for Ollama, and at a URL of one's own.
    public Optional<Price> of(LlmName llm) {
        throw new UnsupportedOperationException("not built yet");
    }
}
