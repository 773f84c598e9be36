package io.jforge.runtime.llm;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// How the four providers stream an answer, piece by piece.
enum FakeProtocol {
    OPENAI {
        @Override
        List<String> opening() {
            return List.of(chunk(Map.of("role", "assistant", "content", ""), null));
        }

        @Override
        String piece(String text) {
            return chunk(Map.of("content", text), null);
        }

        @Override
        List<String> ending(Finish finish) {
            var usage = Map.of(
                    "prompt_tokens",
                    IN,
                    "completion_tokens",
                    OUT,
                    "total_tokens",
                    IN + OUT,
                    "prompt_tokens_details",
                    Map.of("cached_tokens", CACHED));
            return List.of(
                    chunk(Map.of(), finish.openai),
                    event(Map.of("id", "c1", "model", MODEL, "choices", List.of(), "usage", usage)),
                    "data: [DONE]\n\n");
        }

        private String chunk(Map<String, String> delta, String finish) {
            var choice = new java.util.HashMap<String, Object>(Map.of("index", 0, "delta", delta));
            choice.put("finish_reason", finish);
            return event(
                    Map.of("id", "c1", "object", "chat.completion.chunk", "model", MODEL, "choices", List.of(choice)));
        }

        @Override
        String empty() {
            return event(Map.of("id", "c1", "model", MODEL, "choices", List.of())) + "data: [DONE]\n\n";
        }

        @Override
        String error(int status, String kind, String message) {
            return json(Map.of("error", Map.of("message", message, "type", kind, "code", kind)));
        }

        @Override
        String errorInStream() {
            return "data: " + error(503, "overloaded_error", "the server is overloaded") + "\n\n";
        }
    },

    ANTHROPIC {
        @Override
        List<String> opening() {
            var usage = Map.of(
                    "input_tokens",
                    IN - CACHED,
                    "cache_read_input_tokens",
                    CACHED,
                    "cache_creation_input_tokens",
                    0,
                    "output_tokens",
                    1);
            var message = Map.of(
                    "id",
                    "m1",
                    "type",
                    "message",
                    "role",
                    "assistant",
                    "model",
                    MODEL,
                    "content",
                    List.of(),
                    "usage",
                    usage);
            return List.of(
                    named("message_start", Map.of("type", "message_start", "message", message)),
                    named(
                            "content_block_start",
                            Map.of(
                                    "type",
                                    "content_block_start",
                                    "index",
                                    0,
                                    "content_block",
                                    Map.of("type", "text", "text", ""))),
                    named("ping", Map.of("type", "ping")));
        }

        @Override
        String piece(String text) {
            return named(
                    "content_block_delta",
                    Map.of(
                            "type",
                            "content_block_delta",
                            "index",
                            0,
                            "delta",
                            Map.of("type", "text_delta", "text", text)));
        }

        @Override
        List<String> ending(Finish finish) {
            return List.of(
                    named("content_block_stop", Map.of("type", "content_block_stop", "index", 0)),
                    named(
                            "message_delta",
                            Map.of(
                                    "type", "message_delta",
                                    "delta", Map.of("stop_reason", finish.anthropic),
                                    "usage", Map.of("output_tokens", OUT))),
                    named("message_stop", Map.of("type", "message_stop")));
        }

        @Override
        String empty() {
            return named("message_stop", Map.of("type", "message_stop"));
        }

        @Override
        String error(int status, String kind, String message) {
            return json(Map.of("type", "error", "error", Map.of("type", kind, "message", message)));
        }

        @Override
        String errorInStream() {
            return "event: error\ndata: " + error(529, "overloaded_error", "Overloaded") + "\n\n";
        }

        private String named(String event, Map<String, ?> data) {
            return "event: " + event + "\n" + event(data);
        }
    },

    GEMINI {
        @Override
        List<String> opening() {
            return List.of();
        }

        @Override
        String piece(String text) {
            return event(Map.of("candidates", List.of(Map.of("index", 0, "content", content(text)))));
        }

        @Override
        List<String> ending(Finish finish) {
            var usage = Map.of(
                    "promptTokenCount", IN,
                    "cachedContentTokenCount", CACHED,
                    "candidatesTokenCount", OUT - THOUGHT,
                    "thoughtsTokenCount", THOUGHT,
                    "totalTokenCount", IN + OUT);
            return List.of(event(Map.of(
                    "candidates",
                    List.of(Map.of("index", 0, "content", content(""), "finishReason", finish.gemini)),
                    "usageMetadata",
                    usage,
                    "modelVersion",
                    MODEL,
                    "responseId",
                    "r1")));
        }

        private Map<String, ?> content(String text) {
            return Map.of("role", "model", "parts", List.of(Map.of("text", text)));
        }

        @Override
        String empty() {
            return event(Map.of("candidates", List.of()));
        }

        @Override
        String error(int status, String kind, String message) {
            return json(Map.of("error", Map.of("code", status, "status", kind, "message", message)));
        }

        @Override
        String errorInStream() {
            return "data: " + error(503, "UNAVAILABLE", "The model is overloaded.") + "\n\n";
        }
    },

    OLLAMA {
        @Override
        List<String> opening() {
            return List.of();
        }

        @Override
        String piece(String text) {
            return line(Map.of("model", MODEL, "message", message(text), "done", false));
        }

        @Override
        List<String> ending(Finish finish) {
            return List.of(line(Map.of(
                    "model",
                    MODEL,
                    "message",
                    message(""),
                    "done",
                    true,
                    "done_reason",
                    finish.ollama,
                    "prompt_eval_count",
                    IN,
                    "eval_count",
                    OUT)));
        }

        private Map<String, String> message(String text) {
            return Map.of("role", "assistant", "content", text);
        }

        private String line(Map<String, ?> json) {
            return json(json) + "\n";
        }

        @Override
        String empty() {
            return "{}\n";
        }

        @Override
        String error(int status, String kind, String message) {
            return json(Map.of("error", message));
        }

        @Override
        String errorInStream() {
            return error(500, "", "an error was encountered while running the model: overloaded") + "\n";
        }
    };

    static final String MODEL = "fake-1";
    static final int IN = 100;
    static final int CACHED = 30;
    static final int OUT = 20;
    static final int THOUGHT = 5;
    private static final JsonMapper MAPPER = new JsonMapper();

    /// Why a model stops, in each protocol's word.
    enum Finish {
        DONE("stop", "end_turn", "STOP", "stop"),
        MAX_TOKENS("length", "max_tokens", "MAX_TOKENS", "length"),
        FILTERED("content_filter", "refusal", "SAFETY", "content_filter");

        private final String openai;
        private final String anthropic;
        private final String gemini;
        private final String ollama;

        Finish(String openai, String anthropic, String gemini, String ollama) {
            this.openai = openai;
            this.anthropic = anthropic;
            this.gemini = gemini;
            this.ollama = ollama;
        }
    }

    abstract List<String> opening();

    abstract String piece(String text);

    abstract List<String> ending(Finish finish);

    /// An answer with nothing in it, not even that it has ended.
    abstract String empty();

    abstract String error(int status, String kind, String message);

    abstract String errorInStream();

    static FakeProtocol of(String path) {
        if (path.contains("GenerateContent") || path.startsWith("/v1beta")) return GEMINI;
        if (path.startsWith("/api/")) return OLLAMA;
        return path.endsWith("/messages") ? ANTHROPIC : OPENAI;
    }

    String contentType() {
        return this == OLLAMA ? "application/x-ndjson" : "text/event-stream";
    }

    static String event(Map<String, ?> data) {
        return "data: " + json(data) + "\n\n";
    }

    static String json(Map<String, ?> value) {
        return MAPPER.writeValueAsString(value);
    }
}
