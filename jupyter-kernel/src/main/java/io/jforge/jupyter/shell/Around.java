package io.jforge.jupyter.shell;

import java.util.concurrent.Callable;

/// Does something before and after each statement of a cell, on the thread that runs it.
@FunctionalInterface
public interface Around {
    /// Runs the statement and nothing else.
    Around NOTHING = Callable::call;

    /// Runs the statement and returns what that returned.
    Object run(Callable<?> statement) throws Exception;
}
