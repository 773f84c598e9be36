package io.jforge.runtime.llm;

import io.jforge.runtime.llm.LlmException.Fault;
import java.time.Duration;
import java.util.Optional;

/// Why one try gave no answer.
///
/// @param words what the server or the connection said
/// @param status of HTTP; 0 where none came
/// @param pause how long the server asks to be left alone
/// @param begun whether an answer had begun, which the provider may bill
record Trouble(Fault fault, String words, int status, Optional<Duration> pause, boolean begun) {
    static Trouble of(Fault fault, String words, boolean begun) {
        return new Trouble(fault, words, 0, Optional.empty(), begun);
    }

    /// Whether the same question may meet better luck.
    boolean passes() {
        return switch (fault) {
            case RATE_LIMIT, OVERLOADED, UNREACHABLE, TIMED_OUT, GARBAGE -> true;
            case BAD_KEY, NO_CREDIT, UNKNOWN_MODEL, TOO_LONG, REFUSED_BY_SERVER -> false;
        };
    }
}
