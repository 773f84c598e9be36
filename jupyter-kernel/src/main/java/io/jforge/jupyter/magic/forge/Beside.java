package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.Background;
import java.util.function.Supplier;

/// How a front end makes a run that nobody waits for.
public interface Beside {
    /// On a thread of this process, which goes on when the verb has ended.
    Beside THREAD = start -> start.get().id();

    /// Starts it; its id.
    ///
    /// @param start starts it in this process
    String start(Supplier<Background> start);
}
