package io.jforge.jupyter.magic;

import java.util.Optional;

/// A stretch of a cell that is run in one go.
public sealed interface CellPart {

    /// Java code, with an empty line in place of each line of the cell above it, so that line numbers hold.
    record Java(String code) implements CellPart {}

    /// A `%name` line, or a `%%name` line with the rest of the cell under it.
    ///
    /// @param codeLine the line of the cell, from 0, on which its body begins, or itself if it has none
    record MagicUse(String name, String line, Optional<String> body, int codeLine) implements CellPart {}
}
