package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamEventsTest {
    private final StreamEvents events = new StreamEvents();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"choices":[{"delta":{},"finish_reason":"stop"}]}                                | COMPLETE
            {"choices":[{"delta":{},"finish_reason":"length"}]}                              | TRUNCATED
            {"choices":[{"delta":{},"finish_reason":"content_filter"}]}                      | REFUSED
            {"choices":[{"delta":{"refusal":"I cannot"},"finish_reason":null}]}              | REFUSED
            {"type":"message_delta","delta":{"stop_reason":"end_turn"}}                      | COMPLETE
            {"type":"message_delta","delta":{"stop_reason":"max_tokens"}}                    | TRUNCATED
            {"type":"message_delta","delta":{"stop_reason":"model_context_window_exceeded"}} | TRUNCATED
            {"type":"message_delta","delta":{"stop_reason":"refusal"}}                       | REFUSED
            {"candidates":[{"finishReason":"STOP"}]}                                         | COMPLETE
            {"candidates":[{"finishReason":"MAX_TOKENS"}]}                                   | TRUNCATED
            {"candidates":[{"finishReason":"SAFETY"}]}                                       | REFUSED
            {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}                          | REFUSED
            {"done":true,"done_reason":"stop"}                                               | COMPLETE
            {"done":true,"done_reason":"length"}                                             | TRUNCATED
            {"done":true}                                                                    | COMPLETE
            """)
    void theWordForTheEndIsKnownInEachProtocol(String event, Reply.End end) {
        events.hear(event);
        assertThat(events.end()).contains(end);
        assertThat(events.error()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":null}],\"error\":null}",
                "{\"choices\":[]}",
                "{\"done\":false}",
                "{\"delta\":{\"text\":\"stop_reason\"}}",
                "[DONE]",
                "[1,2]",
                "null",
                "7",
                ""
            })
    void whatDoesNotEndTheAnswerDoesNot(String event) {
        events.hear(event);
        assertThat(events.end()).isEmpty();
        assertThat(events.error()).isEmpty();
        assertThat(events.isBroken()).isFalse();
    }

    @Test
    void errorsAndBrokenEventsAreNoted() {
        events.hear("{\"error\":{\"message\":\"overloaded\"}}");
        assertThat(events.error()).hasValueSatisfying(error -> assertThat(error).contains("overloaded"));
        assertThat(events.isBroken()).isFalse();
        events.hear("{\"choices\":[[");
        assertThat(events.isBroken()).isTrue();
    }
}
