package io.jforge.jupyter.shell;

import java.util.Optional;

/// Asks the person who runs a cell for a line.
///
/// It is called on the thread that needs the line; an interrupt of that thread ends the wait.
@FunctionalInterface
public interface Input {
    /// Where nobody can be asked.
    Input NOBODY = (_, _) -> Optional.empty();

    /// The line without its end, or nothing where nobody can be asked or the person has closed the input.
    ///
    /// @param password whether what is typed must not be seen
    Optional<String> line(String prompt, boolean password) throws InterruptedException;
}
