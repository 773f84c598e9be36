package io.jforge.runtime.llm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The door to language models.
public final class Llms {
    private final Keys keys;
    private final Pacing pacing;
    private final RandomGenerator random;

    /// @param environment as `System.getenv()` gives it: keys and `PATH` are read
    public Llms(Map<String, String> environment) {
        this(new Keys(Map.copyOf(environment)), Pacing.REAL, RandomGenerator.getDefault());
    }

    /// @param random by which callers that were turned away at once do not come back at once
    Llms(Keys keys, Pacing pacing, RandomGenerator random) {
        this.keys = keys;
        this.pacing = pacing;
        this.random = random;
    }

    /// Nothing is sent before the first question.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if it has no key, or if the relay's folder cannot be written
    public Llm open(LlmName name, Limits limits) {
        return open(name, limits, Optional.empty());
    }

    /// @param asker told of the questions of a relay
    public Llm open(LlmName name, Limits limits, Optional<Relay.Asker> asker) {
        if (name.provider() == Provider.RELAY) return new Relay(name.model(), limits, asker);
        return new RemoteLlm(name, keys.of(name), limits, pacing, random);
    }

    /// How things stand with one model: is it configured, is it reached, is its key good? Costs nothing.
    public Standing check(LlmName name) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The same for each provider, and for an Ollama on this machine.
    public List<Standing> check() {
        throw new UnsupportedOperationException("not built yet");
    }
}
