package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds keys: in the environment, else in the platform's keyring.
final class Keys {
    private static final Pattern HERE = Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|\\[::1]");

    private final Map<String, String> environment;
    private final Keyring keyring;

    /// @param environment as `System.getenv()` gives it
    Keys(Map<String, String> environment) {
        this(environment, new Keyring(environment));
    }

    Keys(Map<String, String> environment, Keyring keyring) {
        this.environment = environment;
        this.keyring = keyring;
    }

    /// @throws SpecException if what is there cannot be a key
    Optional<Key> find(Provider provider) {
        for (var variable : provider.variables()) {
            var text = environment.getOrDefault(variable, "");
            if (!text.isBlank()) return Optional.of(Key.of(text, variable));
        }
        return provider == Provider.RELAY ? Optional.empty() : keyring.find(provider);
    }

    /// The key to ask this model with. At a URL of a person's own none is needed, and none is sent in the clear to
    /// another machine.
    ///
    /// @throws SpecException if there is none and the provider wants one
    Key of(LlmName llm) {
        if (isInTheClear(llm)) return Key.NONE;
        return find(llm.provider())
                .or(() -> withoutOne(llm))
                .orElseThrow(() -> new SpecException(missing(llm.provider())));
    }

    private static Optional<Key> withoutOne(LlmName llm) {
        return llm.url().isPresent() || !llm.provider().needsKey() ? Optional.of(Key.NONE) : Optional.empty();
    }

    /// Whether all between here and there could read along.
    static boolean isInTheClear(LlmName llm) {
        var at = llm.endpoint();
        return "http".equals(at.getScheme()) && !isHere(at.getHost());
    }

    static boolean isHere(String host) {
        return HERE.matcher(host).matches();
    }

    /// What to do where there is no key.
    String missing(Provider provider) {
        return "no key for %s: set %s, or put it in the keyring with `%s`"
                .formatted(provider.title(), String.join(" or ", provider.variables()), keyring.command(provider));
    }
}
