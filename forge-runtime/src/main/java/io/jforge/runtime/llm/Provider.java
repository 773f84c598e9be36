package io.jforge.runtime.llm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Who answers: four kinds of API, and a folder through which anybody can.
public enum Provider {
    OPENAI("OpenAI", "https://api.openai.com/v1", List.of("OPENAI_API_KEY")),
    ANTHROPIC("Anthropic", "https://api.anthropic.com/v1", List.of("ANTHROPIC_API_KEY")),
    GEMINI("Gemini", "https://generativelanguage.googleapis.com/v1beta", List.of("GEMINI_API_KEY", "GOOGLE_API_KEY")),
    OLLAMA("Ollama", "http://localhost:11434", List.of("OLLAMA_API_KEY")),
    RELAY("The relay", "", List.of());

    private final String title;
    private final String url;
    private final List<String> variables;

    Provider(String title, String url, List<String> variables) {
        this.title = title;
        this.url = url;
        this.variables = variables;
    }

    /// As `--llm` has it before the colon.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// As a sentence names it.
    public String title() {
        return title;
    }

    /// Where it is reached unless a URL is given; empty for the relay.
    public String url() {
        return url;
    }

    /// The environment variables that may hold its key, the one that counts first.
    public List<String> variables() {
        return variables;
    }

    /// Whether its own endpoint answers nobody without a key.
    boolean needsKey() {
        return this == OPENAI || this == ANTHROPIC || this == GEMINI;
    }

    static Optional<Provider> of(String label) {
        return Arrays.stream(values())
                .filter(provider -> provider.label().equals(label))
                .findFirst();
    }
}
