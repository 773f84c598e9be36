package io.jforge.jupyter.shell;

/// Thrown inside a cell's code to stop it; no cell has a name for it, so few catch it.
final class CellStopped extends Error {
    private static final long serialVersionUID = 1;

    CellStopped() {
        super("the cell was interrupted", null, false, false);
    }
}
