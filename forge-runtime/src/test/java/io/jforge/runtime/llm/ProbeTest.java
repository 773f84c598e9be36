package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.llm.FakeProvider.Fault;
import io.jforge.runtime.llm.Standing.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProbeTest {
    private static final String KEY = "sk-planted-0123456789abcdef";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("OPENAI_API_KEY", KEY, "ANTHROPIC_API_KEY", KEY, "GEMINI_API_KEY", KEY, "OLLAMA_API_KEY", KEY);

    private static final Proxies NONE = new Proxies(Map.of());

    private final FakeProvider server = FakeProvider.start();
    private final Keys keys = new Keys(ENVIRONMENT);

    @AfterEach
    void close() {
        server.close();
    }

    private Standing look(Provider provider) {
        return new Probe(keys, NONE, Pacing.REAL, Duration.ofMillis(700)).of(LlmName.parse(server.name(provider)));
    }

    static Stream<Provider> remote() {
        return Stream.of(Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI, Provider.OLLAMA);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void aListOfModelsSaysThatAllIsWell(Provider provider) {
        var standing = look(provider);
        assertThat(standing.state()).isEqualTo(State.READY);
        assertThat(standing.words()).isEqualTo("1 model");
        assertThat(standing.key()).isEqualTo(provider.variables().getFirst());
        var request = server.requests().getFirst();
        assertThat(request.method()).isEqualTo("GET"); // nothing that is billed
        assertThat(request.key()).isEqualTo(KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "BAD_KEY, REFUSES",
        "FORBIDDEN, REFUSES",
        "SERVER_ERROR, REFUSES",
        "HTML, REFUSES",
        "UNKNOWN_MODEL, READY",
        "STALL_BEFORE_HEADERS, UNREACHABLE",
        "RESET_AT_ONCE, UNREACHABLE"
    })
    void whatIsWrongIsTold(Fault fault, State state) {
        server.always(fault);
        for (var provider : remote().toList()) {
            var standing = look(provider);
            assertThat(standing.state()).isEqualTo(state);
            assertThat(standing.toString()).doesNotContain(KEY);
            assertThat(standing.words()).isNotBlank();
        }
    }

    @Test
    void anOllamaThatLacksTheModelSaysHowToFetchIt() {
        var name = LlmName.parse("ollama:other@" + server.url());
        assertThat(new Probe(keys, NONE, Pacing.REAL).of(name))
                .extracting(Standing::state, Standing::words)
                .containsExactly(State.REFUSES, "no model 'other': fetch it with `ollama pull other`");
    }

    @Test
    void withoutAKeyNothingIsAsked() {
        var standing = new Probe(new Keys(Map.of()), NONE, Pacing.REAL).of(Provider.ANTHROPIC);
        assertThat(standing.state()).isEqualTo(State.NOT_CONFIGURED);
        assertThat(standing.words())
                .isEqualTo("set ANTHROPIC_API_KEY (`%forge llms anthropic:claude-sonnet-5` tells of the keyring)");
        assertThat(new Probe(new Keys(Map.of()), NONE, Pacing.REAL)
                        .of(LlmName.parse("claude-sonnet-5"))
                        .words())
                .startsWith("no key for Anthropic: set ANTHROPIC_API_KEY, or put it in the keyring with `");
    }

    @ParameterizedTest
    @MethodSource("remote")
    void aTestPutsOneQuestion(Provider provider) {
        var llms = new Llms(keys, NONE, Pacing.REAL, new Random(7));
        var standing = llms.test(LlmName.parse(server.name(provider)));
        assertThat(standing.state()).isEqualTo(State.READY);
        assertThat(standing.words()).startsWith("answered in ").endsWith("(100 tokens in, 20 out)");
        assertThat(server.requests()).extracting(FakeProvider.Request::method).containsExactly("GET", "POST");
        server.misbehave(Fault.NONE, Fault.NO_QUOTA);
        var poor = llms.test(LlmName.parse(server.name(provider)));
        assertThat(poor.state()).isEqualTo(State.REFUSES);
        assertThat(poor.words()).contains("no credit left").doesNotContain(KEY);
    }

    @Test
    void aRelayIsReadyWhereItsFolderIsOrCanBeMade(@TempDir Path folder) throws IOException {
        var probe = new Probe(new Keys(Map.of()), NONE, Pacing.REAL);
        assertThat(probe.of(LlmName.parse("relay:" + folder)).state()).isEqualTo(State.READY);
        var later = folder.resolve("a/b");
        assertThat(probe.of(LlmName.parse("relay:" + later)).state()).isEqualTo(State.READY);
        assertThat(folder).isEmptyDirectory();
        var file = Files.writeString(folder.resolve("file"), "");
        for (var name : List.of(file, file.resolve("under")))
            assertThat(probe.of(LlmName.parse("relay:" + name)))
                    .extracting(Standing::state, Standing::words)
                    .containsExactly(State.REFUSES, file + " is no folder");
        assertThat(probe.of(LlmName.parse("relay:a\0b")).words()).startsWith("that is no folder's name: ");
        assertThat(probe.of(Provider.RELAY).state()).isEqualTo(State.READY);
    }

    @Test
    void whatIsNoProxyIsTold() {
        var proxies = new Proxies(Map.of("HTTPS_PROXY", "socks5://ana:secret@gate"));
        var standing = new Probe(keys, proxies, Pacing.REAL).of(Provider.OPENAI);
        assertThat(standing.state()).isEqualTo(State.UNREACHABLE);
        assertThat(standing.words())
                .isEqualTo(
                        "HTTPS_PROXY is no proxy that can be used: set it to one like http://host:8080, or unset it");
    }
}
