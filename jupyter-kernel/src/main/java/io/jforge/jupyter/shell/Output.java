package io.jforge.jupyter.shell;

/// Takes what one cell prints, while it prints it.
///
/// It is called on the thread that prints, and may hold that thread back until earlier text is gone.
@FunctionalInterface
public interface Output {
    void print(Stream stream, String text);

    /// The two standard streams of a cell.
    enum Stream {
        OUT,
        ERR
    }
}
