package io.jforge.runtime.propose;

import io.jforge.runtime.llm.Question;
import io.jforge.runtime.llm.Reply;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One question that a run put to a model, and what came of it: a part of the run's transcript.
///
/// @param number counts from 1 within the run, in the order of asking
/// @param iteration the proposal that it was asked for
/// @param node the Source that was to be extended or repaired
/// @param reply empty text where nothing came
/// @param dollars what it cost; empty where no price or no usage is known
/// @param fault why there was no answer, or why nothing could be made of it; empty where all is well
public record Exchange(
        int number,
        int iteration,
        int node,
        Kind kind,
        State state,
        Asked asked,
        Reply reply,
        Optional<BigDecimal> dollars,
        String fault) {
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

    /// What was asked.
    ///
    /// @param llm who was asked, as the person named it
    /// @param prompts the version of the prompts that the question was made of, e.g. `1`
    /// @param direction what the model was asked to try, in words; empty where it was to repair
    public record Asked(String llm, String prompts, String direction, String system, String prompt, Instant at) {
        Question question(int maxTokens) {
            return new Question(system, prompt, maxTokens);
        }
    }

    static Exchange begun(int number, Parent parent, Kind kind, Asked asked) {
        return new Exchange(
                number,
                parent.iteration(),
                parent.node(),
                kind,
                State.ASKED,
                asked,
                Reply.none(Duration.ZERO),
                Optional.empty(),
                "");
    }

    Exchange answered(Reply answer, Optional<BigDecimal> cost) {
        return new Exchange(number, iteration, node, kind, State.ANSWERED, asked, answer, cost, "");
    }

    Exchange failed(String why, Duration after) {
        return new Exchange(
                number, iteration, node, kind, State.FAILED, asked, Reply.none(after), Optional.empty(), why);
    }

    /// The same, about to be asked once more.
    Exchange again() {
        return new Exchange(
                number, iteration, node, kind, State.ASKED, asked, Reply.none(Duration.ZERO), Optional.empty(), "");
    }

    /// The same of whose answer nothing could be made.
    Exchange because(String why) {
        return new Exchange(number, iteration, node, kind, state, asked, reply, dollars, why);
    }

    /// The same with these texts in place of its own.
    public Exchange with(String system, String prompt, String answer) {
        var other = new Asked(asked.llm(), asked.prompts(), asked.direction(), system, prompt, asked.at());
        return new Exchange(number, iteration, node, kind, state, other, reply.with(answer), dollars, fault);
    }
}
