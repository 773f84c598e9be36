package io.jforge.runtime.propose;

/// A proposer was asked in vain; the message says why.
@SuppressWarnings("serial")
public final class NoProposal extends RuntimeException {
    private final Reason reason;

    /// What that means for the next question: it may well be answered, it would meet the same, or there is no money
    /// left to ask it.
    public enum Reason {
        PASSING,
        LASTING,
        MONEY
    }

    public NoProposal(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
