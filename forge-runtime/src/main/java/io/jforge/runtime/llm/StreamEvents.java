package io.jforge.runtime.llm;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the events of a stream say of how the answer ended. LangChain4j does not tell all of it: to it a
/// stream that broke off is complete, or never ends, an error in mid-stream of OpenAI's or Gemini's is
/// nothing, and a refusal is "other".
final class StreamEvents {
    private static final JsonMapper JSON = new JsonMapper();

    /// Where the four protocols have the word for why the model stopped.
    private static final List<String> FINISH =
            List.of("/choices/0/finish_reason", "/delta/stop_reason", "/candidates/0/finishReason", "/done_reason");

    private static final Set<String> AT_ITS_MOST =
            Set.of("length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded");
    private static final Set<String> REFUSALS = Set.of(
            "content_filter",
            "refusal",
            "SAFETY",
            "RECITATION",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "LANGUAGE",
            "IMAGE_SAFETY");

    private Optional<String> finish = Optional.empty();
    private Optional<String> error = Optional.empty();
    private boolean refused;
    private boolean broken;

    void hear(String data) {
        if (data.equals("[DONE]")) return;
        try {
            hear(JSON.readTree(data), data);
        } catch (JacksonException _) {
            broken = true;
        }
    }

    private void hear(JsonNode event, String data) {
        if (event.has("error") && !event.path("error").isNull()) error = Optional.of(data);
        refused |= isText(event.at("/choices/0/delta/refusal")) || isText(event.at("/promptFeedback/blockReason"));
        for (var place : FINISH) {
            var word = event.at(place);
            if (isText(word)) finish = Optional.of(word.stringValue());
        }
        if (event.path("done").asBoolean(false) && finish.isEmpty()) finish = Optional.of("stop"); // older Ollamas
    }

    private static boolean isText(JsonNode node) {
        return node.isString() && !node.stringValue().isEmpty();
    }

    /// An error that came in the stream, as it came.
    Optional<String> error() {
        return error;
    }

    /// Whether something came that is no JSON.
    boolean isBroken() {
        return broken;
    }

    /// How the answer ended; empty where the stream does not say, because it broke off or was no answer.
    Optional<Reply.End> end() {
        if (refused || finish.filter(REFUSALS::contains).isPresent()) return Optional.of(Reply.End.REFUSED);
        return finish.map(word -> AT_ITS_MOST.contains(word) ? Reply.End.TRUNCATED : Reply.End.COMPLETE);
    }
}
