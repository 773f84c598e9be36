package io.jforge.runtime.llm;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// No API at all: each question is written to a numbered file of a folder, and its answer awaited beside it.
public final class Relay implements Llm {
    /// Told of each question that waits for its answer, so that a front end can show where it is.
    public interface Asker {
        void ask(Path prompt, Path answer);
    }

    /// @param folder as it was given; made if it is not there
    /// @throws io.jforge.runtime.spec.SpecException if nothing can be written there
    public Relay(String folder, Limits limits, Optional<Asker> asker) {
        throw new UnsupportedOperationException("not built yet");
    }

    @Override
    public String name() {
        throw new UnsupportedOperationException("not built yet");
    }

    @Override
    public Reply ask(Question question, Consumer<String> heard) {
        throw new UnsupportedOperationException("not built yet");
    }
}
