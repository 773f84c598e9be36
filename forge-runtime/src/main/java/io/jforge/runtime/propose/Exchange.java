package io.jforge.runtime.propose;

import io.jforge.runtime.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One question that a run put to a model, and what came of it: a part of the run's transcript.
///
/// @param number counts from 1 within the run, in the order of asking
/// @param iteration the proposal that it was asked for
/// @param node the Source that was to be extended or repaired
/// @param prompts which prompts the question was made of, e.g. `1`
/// @param direction what the model was asked to try, in words; empty where it was left to it
/// @param llm who was asked, as the person named it
/// @param model who answered, as the provider names it; empty where it does not say
/// @param answer all that came; empty where nothing did
/// @param fault why there was no answer, or why nothing could be made of it; empty where all is well
/// @param dollars what it cost; empty where no price is known
/// @param tries calls that it took
public record Exchange(
        int number,
        int iteration,
        int node,
        Kind kind,
        State state,
        String prompts,
        String direction,
        String llm,
        String model,
        String system,
        String prompt,
        String answer,
        String fault,
        Usage usage,
        Optional<BigDecimal> dollars,
        Duration latency,
        int tries,
        Instant asked) {
    /// The same with these texts in place of its own.
    public Exchange with(String otherSystem, String otherPrompt, String otherAnswer) {
        return new Exchange(
                number,
                iteration,
                node,
                kind,
                state,
                prompts,
                direction,
                llm,
                model,
                otherSystem,
                otherPrompt,
                otherAnswer,
                fault,
                usage,
                dollars,
                latency,
                tries,
                asked);
    }

    /// Whether a Source was to be extended, one that failed to be repaired, or an answer of which nothing
    /// could be made to be given again.
    public enum Kind {
        PROPOSE,
        REPAIR,
        AGAIN
    }

    /// Asked and not answered yet, answered, or given up.
    public enum State {
        ASKED,
        ANSWERED,
        FAILED
    }
}
