package io.jforge.runtime.spec;

/// A mistake in what a user or a proposer wrote; the message is short and complete enough to be shown as it is.
public sealed class SpecException extends RuntimeException permits SourceException {
    private static final long serialVersionUID = 1;

    /// What is quoted may be of any length; a message is read.
    private static final int LONGEST = 2000;

    public SpecException(String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + " ...");
    }
}
