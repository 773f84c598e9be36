package io.jforge.jupyter.magic;

import java.util.List;

/// One command of a notebook, written `%name ...` on a line or `%%name ...` above a cell.
public interface Magic {
    /// What stands after the percent sign.
    String name();

    /// How it is used: a line with the command and what it does, more lines for details.
    String help();

    /// What may stand among its words; [Arguments] reads them, help and completion tell them.
    default List<Option> options() {
        return List.of();
    }

    /// Does it, on a thread that an interrupt of the notebook interrupts.
    ///
    /// @throws MagicException when it cannot be done, with a message for the reader
    /// @throws InterruptedException when it heeded an interrupt
    void run(MagicCall call) throws InterruptedException;

    /// Offers words for the one that the cursor stands behind.
    ///
    /// @param line what stands after the name, up to the line's end
    /// @param cursor a place in that text, in UTF-16 units
    default List<String> complete(String line, int cursor) {
        return List.of();
    }
}
