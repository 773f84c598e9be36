package io.jforge.runtime.trial;

import java.time.Duration;
import java.util.Locale;

/// What became of a candidate; a bad candidate is data, never an exception.
public sealed interface Outcome {
    /// The compiler refused it; `diagnostics` names lines of the candidate's own text.
    record Rejected(String diagnostics) implements Outcome {}

    /// It does not follow the rules of a Source; `rule` is short, `why` names the place.
    record Forbidden(String rule, String why) implements Outcome {}

    /// It ended the process that ran it.
    record Crashed(String how) implements Outcome {}

    /// It did not finish; `stage` is compile, verify or time.
    record TimedOut(String stage, Duration limit) implements Outcome {}

    /// It gave a wrong answer, or touched what it must not; `check` names what caught it.
    record Wrong(String check, String what) implements Outcome {}

    /// It was faster than the machine can move the bytes or do the arithmetic.
    record Suspect(Timing timing, double floorMicros, String why) implements Outcome {}

    /// It is right, and this is how long it takes.
    record Timed(Timing timing, Evidence evidence) implements Outcome {}

    /// One lower-case word, as tables and JSON show it.
    default String label() {
        return switch (this) {
            case Rejected _ -> "rejected";
            case Forbidden _ -> "forbidden";
            case Crashed _ -> "crashed";
            case TimedOut _ -> "timed out";
            case Wrong _ -> "wrong";
            case Suspect _ -> "suspect";
            case Timed _ -> "timed";
        };
    }

    /// What a person reads: one line, or the compiler's own few.
    default String message() {
        return switch (this) {
            case Rejected(String diagnostics) -> diagnostics;
            case Forbidden(String rule, String why) -> rule + ": " + why;
            case Crashed(String how) -> how;
            case TimedOut(String stage, Duration limit) ->
                String.format(Locale.ROOT, "%s took longer than %.1f s", stage, limit.toMillis() / 1000.0);
            case Wrong(String check, String what) -> check + ": " + what;
            case Suspect(Timing timing, double floorMicros, String why) ->
                String.format(
                        Locale.ROOT,
                        "%.1f us is under the floor of %.1f us: %s",
                        timing.medianMicros(),
                        floorMicros,
                        why);
            case Timed(Timing timing, Evidence _) -> timing.toString();
        };
    }
}
