package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    private static final LlmName CLAUDE = LlmName.parse("claude-sonnet-5");

    @TempDir
    private Path bin;

    private Keys keys(Map<String, String> environment) {
        return new Keys(environment, new Keyring(Map.of("PATH", bin.toString()), false));
    }

    private void program(String name, String script) throws IOException {
        var file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aKeyIsHiddenButSaysWhereItIsFrom() {
        var key = keys(Map.of("ANTHROPIC_API_KEY", " sk-ant-sesame\n")).of(CLAUDE);
        assertThat(key.text()).isEqualTo("sk-ant-sesame");
        assertThat(key).hasToString("(hidden)");
        assertThat(key.from()).isEqualTo("ANTHROPIC_API_KEY");
        assertThat(key.hide("you sent sk-ant-sesame twice: sk-ant-sesame"))
                .isEqualTo("you sent (hidden) twice: (hidden)");
    }

    @Test
    void whatIsNoKeyIsRefusedAndNotRepeated() {
        assertThatThrownBy(
                        () -> keys(Map.of("ANTHROPIC_API_KEY", "sesame open")).of(CLAUDE))
                .isInstanceOf(SpecException.class)
                .hasMessage("what is in ANTHROPIC_API_KEY is no key: it has blanks or signs that no key has");
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5, OPENAI_API_KEY",
        "gemini-2.5-pro, GEMINI_API_KEY",
        "gemini-2.5-pro, GOOGLE_API_KEY",
        "ollama:qwen3, OLLAMA_API_KEY"
    })
    void eachProviderHasItsVariable(String llm, String variable) {
        assertThat(keys(Map.of(variable, "sesame")).of(LlmName.parse(llm)).from())
                .isEqualTo(variable);
    }

    @Test
    void withoutOneItIsSaidHowToGiveOne() {
        assertThatThrownBy(() -> keys(Map.of("ANTHROPIC_API_KEY", "")).of(CLAUDE))
                .isInstanceOf(SpecException.class)
                .hasMessage("no key for Anthropic: set ANTHROPIC_API_KEY, or put it in the keyring with"
                        + " `secret-tool store --label='Anthropic for JForge' service jforge account anthropic`");
        assertThat(keys(Map.of()).of(LlmName.parse("ollama:qwen3")).isThere()).isFalse();
        assertThat(keys(Map.of())
                        .of(LlmName.parse("openai:m@http://gpu:8000/v1"))
                        .isThere())
                .isFalse();
    }

    @Test
    void theKeyringIsAskedWhereTheEnvironmentHasNone() throws IOException {
        program("secret-tool", "[ \"$*\" = 'lookup service jforge account anthropic' ] && echo sk-from-the-ring");
        var key = keys(Map.of()).of(CLAUDE);
        assertThat(key.text()).isEqualTo("sk-from-the-ring");
        assertThat(key.from()).isEqualTo("the keyring");
        assertThat(keys(Map.of("ANTHROPIC_API_KEY", "other")).of(CLAUDE).text()).isEqualTo("other");
    }

    @Test
    void macOsHasAKeyringOfItsOwn() throws IOException {
        program("security", "[ \"$*\" = 'find-generic-password -s jforge -a openai -w' ] && echo sk-from-the-mac");
        var ring = new Keyring(Map.of("PATH", bin.toString()), true);
        assertThat(ring.find(Provider.OPENAI).orElseThrow().text()).isEqualTo("sk-from-the-mac");
        assertThat(ring.find(Provider.GEMINI)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 1", "echo; exit 0", "echo sk-wrong; exit 3", "exec sleep 60"})
    void aKeyringThatHasNoneOrIsLockedIsNotWaitedFor(String script) throws IOException {
        program("secret-tool", script);
        long from = System.nanoTime();
        assertThat(keys(Map.of()).find(Provider.OPENAI)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(8));
    }

    @ParameterizedTest
    @CsvSource({
        "openai:m@http://gpu:8000/v1, false",
        "openai:m@https://gpu:8000/v1, true",
        "openai:m@http://localhost:8000/v1, true",
        "openai:m@http://127.0.0.1:8000/v1, true",
        "openai:m@http://127.evil.example/v1, false",
        "openai:m@http://localhost.evil.example/v1, false"
    })
    void noKeyGoesInTheClearToAnotherMachine(String llm, boolean isSent) {
        assertThat(keys(Map.of("OPENAI_API_KEY", "sesame"))
                        .of(LlmName.parse(llm))
                        .isThere())
                .isEqualTo(isSent);
    }
}
