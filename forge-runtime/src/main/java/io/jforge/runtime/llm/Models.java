package io.jforge.runtime.llm;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;

/// LangChain4j's models of the four providers. Nothing is set that a model could refuse, such as a temperature.
final class Models {
    /// Ollama cuts a question to its own small default without a word, and loads the model anew for each
    /// other size.
    private static final int SMALLEST_CONTEXT = 16 << 10;

    private static final String NO_KEY = "none"; // where LangChain4j wants one and the server does not

    private Models() {}

    static StreamingChatModel of(LlmName llm, Key key, Question question, HttpClientBuilder http) {
        var url = llm.endpoint().toString();
        return switch (llm.provider()) {
            case OPENAI -> openai(llm, key, question, http);
            case ANTHROPIC ->
                AnthropicStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(url)
                        .apiKey(key.isThere() ? key.text() : NO_KEY)
                        .modelName(llm.model())
                        .maxTokens(question.maxTokens())
                        .build();
            case GEMINI ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(url)
                        .apiKey(key.isThere() ? key.text() : null)
                        .modelName(llm.model())
                        .maxOutputTokens(question.maxTokens())
                        .build();
            case OLLAMA ->
                OllamaStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(url)
                        .customHeaders(key.isThere() ? Map.of("Authorization", "Bearer " + key.text()) : Map.of())
                        .modelName(llm.model())
                        .numPredict(question.maxTokens())
                        .numCtx(context(question))
                        .build();
            case RELAY -> throw new IllegalArgumentException("the relay is no API");
        };
    }

    /// OpenAI's own models take `max_completion_tokens` alone, servers that speak its API often only `max_tokens`.
    private static StreamingChatModel openai(LlmName llm, Key key, Question question, HttpClientBuilder http) {
        var builder = OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(llm.endpoint().toString())
                .apiKey(key.isThere() ? key.text() : null)
                .modelName(llm.model());
        return llm.url().isPresent()
                ? builder.maxTokens(question.maxTokens()).build()
                : builder.maxCompletionTokens(question.maxTokens()).build();
    }

    static ChatRequest request(Question question) {
        var user = UserMessage.from(question.prompt());
        return question.system().isBlank()
                ? ChatRequest.builder().messages(user).build()
                : ChatRequest.builder()
                        .messages(SystemMessage.from(question.system()), user)
                        .build();
    }

    /// Room for the question, at two bytes a token, and for its answer: a power of two, so that it seldom changes.
    private static int context(Question question) {
        int bytes = (question.system() + question.prompt()).getBytes(StandardCharsets.UTF_8).length;
        int size = SMALLEST_CONTEXT;
        while (size < bytes / 2 + question.maxTokens()) size *= 2;
        return size;
    }

    /// Each provider counts in its own way: Anthropic leaves cached tokens out of those of the question,
    /// Gemini those of its thinking out of those of the answer.
    static Usage usage(TokenUsage usage) {
        if (usage == null) return Usage.UNKNOWN;
        var in = known(usage.inputTokenCount());
        var out = known(usage.outputTokenCount());
        return switch (usage) {
            case OpenAiTokenUsage openai -> {
                var details = openai.inputTokensDetails();
                yield new Usage(in, details == null ? OptionalLong.empty() : known(details.cachedTokens()), out);
            }
            case AnthropicTokenUsage claude -> {
                var read = known(claude.cacheReadInputTokens());
                var all = plus(plus(in, read), known(claude.cacheCreationInputTokens()));
                yield new Usage(all, read, out);
            }
            case GoogleAiGeminiTokenUsage gemini ->
                new Usage(in, known(gemini.cachedContentTokenCount()), plus(out, known(gemini.thoughtsTokenCount())));
            default -> new Usage(in, OptionalLong.empty(), out);
        };
    }

    private static OptionalLong known(Integer count) {
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }

    private static OptionalLong plus(OptionalLong count, OptionalLong more) {
        return count.isEmpty() ? count : OptionalLong.of(count.getAsLong() + more.orElse(0));
    }
}
