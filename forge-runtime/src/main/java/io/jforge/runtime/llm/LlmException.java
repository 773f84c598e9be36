package io.jforge.runtime.llm;

/// A model gave no answer; the message says why and what to do.
@SuppressWarnings("serial")
public final class LlmException extends RuntimeException {
    private final Fault fault;
    private final int begun;

    /// Why there is no answer.
    public enum Fault {
        BAD_KEY,
        NO_CREDIT,
        UNKNOWN_MODEL,
        TOO_LONG,
        RATE_LIMIT,
        OVERLOADED,
        UNREACHABLE,
        TIMED_OUT,
        GARBAGE,
        REFUSED_BY_SERVER;

        /// Whether the next question would meet the same: no run can go on with this model.
        public boolean isLasting() {
            return this == BAD_KEY || this == NO_CREDIT || this == UNKNOWN_MODEL;
        }
    }

    public LlmException(Fault fault, String message) {
        this(fault, message, null, 0);
    }

    public LlmException(Fault fault, String message, Throwable cause) {
        this(fault, message, cause, 0);
    }

    LlmException(Fault fault, String message, Throwable cause, int begun) {
        super(message, cause);
        this.fault = fault;
        this.begun = begun;
    }

    public Fault fault() {
        return fault;
    }

    /// Tries in which an answer had begun: the provider may bill them.
    public int begun() {
        return begun;
    }
}
