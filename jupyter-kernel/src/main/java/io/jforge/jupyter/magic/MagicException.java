package io.jforge.jupyter.magic;

/// A magic could not do what was asked; the message says why and what to do, and is all that is shown.
public final class MagicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MagicException(String message) {
        super(message);
    }
}
