package io.jforge.runtime.llm;

import io.jforge.runtime.llm.Standing.State;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks whether a provider is reached and takes its key, by asking for the list of its models: that is
/// free everywhere.
final class Probe {
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final long LARGEST_LIST = 8 << 20;
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NO_KEY = "none needed";

    private final Keys keys;
    private final Proxies proxies;
    private final Pacing pacing;
    private final Duration deadline;

    Probe(Keys keys, Proxies proxies, Pacing pacing) {
        this(keys, proxies, pacing, DEADLINE);
    }

    Probe(Keys keys, Proxies proxies, Pacing pacing, Duration deadline) {
        this.keys = keys;
        this.proxies = proxies;
        this.pacing = pacing;
        this.deadline = deadline;
    }

    /// A provider at its own endpoint.
    Standing of(Provider provider) {
        var example = provider.label() + ":" + model(provider);
        return look(new LlmName(provider, model(provider), Optional.empty()), provider.label(), example, false);
    }

    /// One model.
    Standing of(LlmName llm) {
        return look(llm, llm.toString(), llm.toString(), true);
    }

    private static String model(Provider provider) {
        return switch (provider) {
            case OPENAI -> "gpt-5";
            case ANTHROPIC -> "claude-sonnet-5";
            case GEMINI -> "gemini-2.5-pro";
            case OLLAMA -> "NAME";
            case RELAY -> "FOLDER";
        };
    }

    private Standing look(LlmName llm, String title, String example, boolean isNamed) {
        if (llm.provider() == Provider.RELAY) return relay(llm, title, example, isNamed);
        var endpoint = llm.endpoint().toString();
        Key key;
        try {
            key = keys.of(llm);
        } catch (SpecException none) {
            return new Standing(
                    title, "none", endpoint, State.NOT_CONFIGURED, isNamed ? none.getMessage() : howTo(llm), example);
        }
        var from = key.isThere() ? key.from() : NO_KEY;
        var found = found(llm, key, isNamed);
        var shown = isNamed || found.models().isEmpty() || llm.provider() != Provider.OLLAMA
                ? example
                : llm.provider().label() + ":" + found.models().getFirst();
        return new Standing(title, from, endpoint, found.state(), key.hide(found.words()), shown);
    }

    private static Standing relay(LlmName llm, String title, String example, boolean isNamed) {
        var trouble = isNamed ? Relay.trouble(llm.model()) : Optional.<String>empty();
        return new Standing(
                title,
                NO_KEY,
                "a folder",
                trouble.isEmpty() ? State.READY : State.REFUSES,
                trouble.orElse("whoever writes there"),
                example);
    }

    /// In a table's cell.
    private static String howTo(LlmName llm) {
        return "set %s (`%%forge llms %s` tells of the keyring)"
                .formatted(String.join(" or ", llm.provider().variables()), llm);
    }

    private record Found(State state, String words, List<String> models) {
        Found(State state, String words) {
            this(state, words, List.of());
        }
    }

    private Found found(LlmName llm, Key key, boolean isNamed) {
        Connection connection;
        try {
            connection = Connection.open(llm, proxies);
        } catch (SpecException none) {
            return new Found(State.UNREACHABLE, none.getMessage());
        }
        try {
            var response = get(llm, key, connection);
            connection.requirePassed(response);
            return response.statusCode() == 200 ? listed(llm, response.body(), isNamed) : refused(llm, key, response);
        } catch (TimeoutException _) {
            return new Found(State.UNREACHABLE, "no answer within " + Spans.words(deadline));
        } catch (IOException failed) {
            var running = llm.provider() == Provider.OLLAMA && !isNamed ? ": it does not run here" : "";
            return new Found(State.UNREACHABLE, connection.words(failed) + running);
        }
    }

    private HttpResponse<String> get(LlmName llm, Key key, Connection connection) throws IOException, TimeoutException {
        var request = connection.request(models(llm)).GET();
        if (key.isThere())
            switch (llm.provider()) {
                case OPENAI, OLLAMA -> request.header("Authorization", "Bearer " + key.text());
                case ANTHROPIC -> request.header("x-api-key", key.text());
                case GEMINI -> request.header("x-goog-api-key", key.text());
                case RELAY -> throw new IllegalArgumentException("the relay is no API");
            }
        if (llm.provider() == Provider.ANTHROPIC) request.header("anthropic-version", "2023-06-01");
        var limited = BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST_LIST);
        var asked = connection.client().sendAsync(request.build(), limited);
        try {
            return asked.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            asked.cancel(true);
        }
    }

    private static URI models(LlmName llm) {
        return URI.create(llm.endpoint()
                + switch (llm.provider()) {
                    case OPENAI -> "/models";
                    case ANTHROPIC -> "/models?limit=1000";
                    case GEMINI -> "/models?pageSize=1000";
                    case OLLAMA -> "/api/tags";
                    case RELAY -> throw new IllegalArgumentException("the relay is no API");
                });
    }

    private Found refused(LlmName llm, Key key, HttpResponse<String> response) {
        var trouble = ServerError.of(
                response.statusCode(), "", response.body(), pacing.now().toInstant());
        return switch (trouble.fault()) {
            case UNKNOWN_MODEL -> new Found(State.READY, "reached; it lists no models");
            case BAD_KEY ->
                new Found(
                        State.REFUSES,
                        key.isThere()
                                ? "it does not take the key from %s (status %d)".formatted(key.from(), trouble.status())
                                : "it wants a key: set "
                                        + llm.provider().variables().getFirst());
            default -> new Found(State.REFUSES, "status %d: %s".formatted(trouble.status(), trouble.words()));
        };
    }

    private static Found listed(LlmName llm, String body, boolean isNamed) {
        var models = names(body);
        if (models.isEmpty()) return new Found(State.REFUSES, "what answers there has no models");
        var count = models.size() == 1 ? "1 model" : models.size() + " models";
        if (!isNamed || models.stream().anyMatch(model -> isOf(model, llm.model())))
            return new Found(State.READY, count, models);
        if (llm.provider() == Provider.OLLAMA)
            return new Found(
                    State.REFUSES, "no model '%s': fetch it with `ollama pull %s`".formatted(llm.model(), llm.model()));
        return new Found(State.READY, count + "; '%s' is not listed".formatted(llm.model()));
    }

    /// Lists have names with a date or a tag that nobody has to give.
    private static boolean isOf(String listed, String asked) {
        return listed.equals(asked) || listed.startsWith(asked + "-20") || listed.equals(asked + ":latest");
    }

    /// OpenAI and Anthropic have `data` with `id`, Gemini (behind `models/`) and Ollama `models` with `name`.
    private static List<String> names(String body) {
        try {
            var json = JSON.readTree(body);
            return Stream.concat(
                            json.path("data").valueStream().map(model -> model.path("id")),
                            json.path("models").valueStream().map(model -> model.path("name")))
                    .filter(JsonNode::isString)
                    .map(name -> name.stringValue().replaceFirst("^models/", ""))
                    .distinct()
                    .toList();
        } catch (JacksonException _) {
            return List.of();
        }
    }
}
