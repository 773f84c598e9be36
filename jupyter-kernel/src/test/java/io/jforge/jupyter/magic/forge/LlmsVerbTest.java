package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.llm.LlmException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlmsVerbTest {
    private static final String KEY = "sk-planted-0123456789abcdef";

    @TempDir
    private Path home;

    private HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private String failure = "";
    private Map<String, String> keys = Map.of();

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/models", exchange -> send(exchange, 200, "{\"data\":[{\"id\":\"small\"}]}"));
        server.createContext("/v1/chat/completions", exchange -> send(exchange, 200, """
                data: {"model":"small","choices":[{"index":0,"delta":{"content":"ready"},"finish_reason":"stop"}]}

                data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}

                data: [DONE]

                """));
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void send(HttpExchange exchange, int status, String body) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private String small() {
        return "openai:small@http://127.0.0.1:%d/v1"
                .formatted(server.getAddress().getPort());
    }

    private int run(String line) {
        Display display = bundle -> {
            shown.add(bundle.plain());
            return update -> shown.add(update.plain());
        };
        var environment = new HashMap<>(Map.of("JFORGE_HOME", home.toString(), "PATH", ""));
        environment.putAll(keys);
        try (var forge = Forge.open(environment)) {
            var screen = new Screen(display, display, json::add);
            var root = new ForgeCommand(() -> forge, screen, new Written(Optional.empty(), () -> ""));
            return Verbs.run(root, List.of(line.split(" ")), thrown -> {
                var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
                failure = known.message();
                return known.status();
            });
        }
    }

    @Test
    void allProvidersAreListedAndWithoutKeysNothingIsAsked() {
        assertThat(run("llms --json")).isZero();
        var llms = Json.MAPPER.readTree(json.getFirst()).path("llms");
        assertThat(llms.valueStream().map(each -> each.path("llm").asString()))
                .containsExactly("openai", "anthropic", "gemini", "ollama", "relay");
        assertThat(llms.valueStream().limit(3).map(each -> each.path("state").asString()))
                .containsOnly("no key");
        assertThat(llms.get(1).path("found").asString()).startsWith("no key for Anthropic: set ANTHROPIC_API_KEY");
        assertThat(llms.get(4).path("example").asString()).isEqualTo("relay:FOLDER");
    }

    @Test
    void oneThatIsNamedIsPutAQuestion() {
        keys = Map.of("OPENAI_API_KEY", KEY);
        assertThat(run("llms " + small())).isZero();
        assertThat(shown.getFirst())
                .contains("openai:small@", "OPENAI_API_KEY", "ready", "answered in", "(9 tokens in, 1 out)")
                .doesNotContain(KEY);
        assertThat(asked).containsExactly("GET /v1/models", "POST /v1/chat/completions");
    }

    @Test
    void oneThatDoesNotAnswerEndsWithOne() {
        var name = small();
        server.stop(0);
        assertThat(run("llms " + name)).isEqualTo(Verbs.FAILED);
        assertThat(shown.getFirst()).contains("not reached", "connection refused", "is it running there?");
    }

    @Test
    void aNameThatIsNoneIsAMistakeOfUse() {
        assertThat(run("llms opneai:gpt-5")).isEqualTo(Verbs.USAGE);
        assertThat(failure).contains("no provider 'opneai'", "Did you mean openai?");
    }

    @Test
    void aModelThatGivesNoAnswerEndsAVerbWithOne() {
        var failed = new LlmException(LlmException.Fault.RATE_LIMIT, "not now");
        assertThat(Verbs.failure(failed)).contains(new Verbs.Failure(Verbs.FAILED, "not now"));
    }
}
