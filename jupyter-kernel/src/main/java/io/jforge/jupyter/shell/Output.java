package io.jforge.jupyter.shell;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Takes what one cell prints, while it prints it.
///
/// It is called on the thread that prints, and may hold that thread back until earlier text is gone.
@FunctionalInterface
public interface Output {
    void print(Stream stream, String text);

    /// Who answers what the cell asks while it prints here.
    default Input input() {
        return Input.NOBODY;
    }

    /// One of the streams as Java's own kind, wherever it is used.
    default PrintStream printStream(Stream stream) {
        return new PrintStream(new TextSink(this, stream), true, StandardCharsets.UTF_8);
    }

    /// The two standard streams of a cell.
    enum Stream {
        OUT,
        ERR
    }
}
