package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The keys that an environment holds, which no file that leaves this machine may.
///
/// Nothing that JForge keeps has one; this is the last look. The values of the providers' variables count
/// from eight characters on (people give a local server `none` or `dummy`), those of other variables that
/// end in `_API_KEY` or `_TOKEN` from sixteen.
public final class Secrets {
    private static final Set<String> PROVIDERS =
            Set.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OLLAMA_API_KEY");

    private static final int SHORTEST = 8;
    private static final int SHORTEST_OTHER = 16;

    private final List<String> values;

    public Secrets(Map<String, String> environment) {
        values = environment.entrySet().stream()
                .filter(each -> isSecret(each.getKey(), each.getValue().strip()))
                .map(each -> each.getValue().strip())
                .toList();
    }

    private static boolean isSecret(String variable, String value) {
        if (PROVIDERS.contains(variable)) return value.length() >= SHORTEST;
        return value.length() >= SHORTEST_OTHER && (variable.endsWith("_API_KEY") || variable.endsWith("_TOKEN"));
    }

    /// @throws SpecException if the text holds one of them, also as JSON writes it; it names the file, never the key
    void refuse(String file, String text) {
        for (var value : values)
            if (text.contains(value) || text.contains(escaped(value)))
                throw new SpecException(
                        "%s would hold a key of this environment: nothing was written. Take the key out of what it was told in, or out of the environment"
                                .formatted(file));
    }

    private static String escaped(String value) {
        var json = OutcomeJson.JSON.writeValueAsString(value);
        return json.substring(1, json.length() - 1);
    }
}
