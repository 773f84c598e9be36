package io.jforge.runtime.llm;

import java.time.Duration;

/// A model's answer.
///
/// @param model as the provider names the one that answered; empty where it does not say
/// @param latency from the question to the end of the answer, all tries and waits included
/// @param tries calls that it took
public record Reply(String text, End end, Usage usage, String model, Duration latency, int tries) {
    /// In place of an answer that did not come.
    public static Reply none(Duration after) {
        return new Reply("", End.COMPLETE, Usage.UNKNOWN, "", after, 0);
    }

    /// The same with another text.
    public Reply with(String other) {
        return new Reply(other, end, usage, model, latency, tries);
    }

    /// How it ended: the model was done, it reached the most tokens or its stream broke off, or it would
    /// not answer.
    public enum End {
        COMPLETE,
        TRUNCATED,
        REFUSED
    }
}
