package io.jforge.runtime.llm;

/// A model gave no answer; the message says why and what to do.
@SuppressWarnings("serial")
public final class LlmException extends RuntimeException {
    private final Fault fault;

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
        super(message);
        this.fault = fault;
    }

    public LlmException(Fault fault, String message, Throwable cause) {
        super(message, cause);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
