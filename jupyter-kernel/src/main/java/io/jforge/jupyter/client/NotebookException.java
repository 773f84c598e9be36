package io.jforge.jupyter.client;

/// A notebook file that cannot be read or written, in a message made for its owner.
public final class NotebookException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotebookException(String message) {
        super(message);
    }

    NotebookException(String message, Throwable cause) {
        super(message, cause);
    }
}
