package io.jforge.runtime.llm;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/// The door to language models.
public final class Llms {
    private static final Question SMALL_TALK = new Question("", "Answer with the one word: ready", 256);
    private static final Limits TEST =
            Limits.USUAL.withCall(Duration.ofSeconds(60)).withTries(1);

    private final Keys keys;
    private final Proxies proxies;
    private final Pacing pacing;
    private final RandomGenerator random;

    /// @param environment as `System.getenv()` gives it: keys, proxies and `PATH` are read
    public Llms(Map<String, String> environment) {
        this(
                new Keys(Map.copyOf(environment)),
                new Proxies(Map.copyOf(environment)),
                Pacing.REAL,
                RandomGenerator.getDefault());
    }

    /// @param random by which callers that were turned away at once do not come back at once
    Llms(Keys keys, Proxies proxies, Pacing pacing, RandomGenerator random) {
        this.keys = keys;
        this.proxies = proxies;
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
        return new RemoteLlm(name, keys.of(name), proxies, limits, pacing, random);
    }

    /// Whether a question to this model tells it a key of this machine.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if it has no key and wants one
    public boolean tellsKey(LlmName name) {
        return name.provider() != Provider.RELAY && keys.of(name).isThere();
    }

    /// How things stand with each provider, and with an Ollama on this machine: whether it has a key, is
    /// reached, and takes the key. Costs nothing: it asks for lists of models.
    ///
    /// @throws CancellationException if this thread is interrupted
    public List<Standing> check() {
        var probe = new Probe(keys, proxies, pacing);
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
            var looks = Arrays.stream(Provider.values())
                    .map(provider -> (Callable<Standing>) () -> probe.of(provider))
                    .toList();
            return each.invokeAll(looks).stream().map(Future::resultNow).toList();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// The same for one model.
    public Standing check(LlmName name) {
        return new Probe(keys, proxies, pacing).of(name);
    }

    /// Puts a question of a few words to a model, which is billed with a fraction of a cent; not to a
    /// relay, where a person would have to answer.
    public Standing test(LlmName name) {
        var before = check(name);
        if (name.provider() == Provider.RELAY || before.state() == Standing.State.NOT_CONFIGURED) return before;
        try {
            return with(before, Standing.State.READY, answered(open(name, TEST).ask(SMALL_TALK, _ -> {})));
        } catch (LlmException failed) {
            return with(before, state(failed.fault()), failed.getMessage());
        }
    }

    private static String answered(Reply reply) {
        var tokens = reply.usage().in().isPresent() && reply.usage().out().isPresent()
                ? " (%d tokens in, %d out)"
                        .formatted(
                                reply.usage().in().getAsLong(),
                                reply.usage().out().getAsLong())
                : "";
        return "answered in %s%s".formatted(Spans.words(reply.latency()), tokens);
    }

    private static Standing.State state(LlmException.Fault fault) {
        return switch (fault) {
            case UNREACHABLE, TIMED_OUT, OVERLOADED -> Standing.State.UNREACHABLE;
            default -> Standing.State.REFUSES;
        };
    }

    private static Standing with(Standing before, Standing.State state, String words) {
        return new Standing(before.llm(), before.key(), before.endpoint(), state, words, before.example());
    }
}
