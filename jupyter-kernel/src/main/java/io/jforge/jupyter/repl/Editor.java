package io.jforge.jupyter.repl;

import java.util.Optional;

/// Where a person types cells.
@FunctionalInterface
interface Editor {
    /// The next cell, empty text where the person gave it up, or nothing at the end of the input.
    ///
    /// @param number what the cell will be called
    Optional<String> cell(int number);
}
