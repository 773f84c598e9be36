package io.jforge.runtime.spec;

/// A mistake in what a user or a proposer wrote; the message is short and complete enough to be shown as it is.
public sealed class SpecException extends RuntimeException permits SourceException {
    private static final long serialVersionUID = 1;

    public SpecException(String message) {
        super(message);
    }
}
