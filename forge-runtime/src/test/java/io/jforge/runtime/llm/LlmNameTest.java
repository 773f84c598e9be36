package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jforge.runtime.spec.SpecException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LlmNameTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            openai:gpt-5                                  | OPENAI    | gpt-5             | https://api.openai.com/v1
            openai:qwen3-coder@http://gpu:8000/v1         | OPENAI    | qwen3-coder       | http://gpu:8000/v1
            openai:unsloth/Qwen3:Q4_K_M@http://gpu:80/v1/ | OPENAI    | unsloth/Qwen3:Q4_K_M | http://gpu:80/v1
            anthropic:claude-sonnet-5                     | ANTHROPIC | claude-sonnet-5   | https://api.anthropic.com/v1
            gemini:gemini-2.5-pro                         | GEMINI    | gemini-2.5-pro    | https://generativelanguage.googleapis.com/v1beta
            ollama:llama3.1:8b                            | OLLAMA    | llama3.1:8b       | http://localhost:11434
            ollama:qwen3@https://box.example:11434        | OLLAMA    | qwen3             | https://box.example:11434
            claude-opus-4-1                               | ANTHROPIC | claude-opus-4-1   | https://api.anthropic.com/v1
            gpt-4.1-mini                                  | OPENAI    | gpt-4.1-mini      | https://api.openai.com/v1
            chatgpt-4o-latest                             | OPENAI    | chatgpt-4o-latest | https://api.openai.com/v1
            o1                                            | OPENAI    | o1                | https://api.openai.com/v1
            o3-mini                                       | OPENAI    | o3-mini           | https://api.openai.com/v1
            o4-mini                                       | OPENAI    | o4-mini           | https://api.openai.com/v1
            gemini-2.5-flash                              | GEMINI    | gemini-2.5-flash  | https://generativelanguage.googleapis.com/v1beta
            """)
    void theFormsAreRead(String text, Provider provider, String model, String endpoint) {
        var name = LlmName.parse(text);
        assertThat(name.provider()).isEqualTo(provider);
        assertThat(name.model()).isEqualTo(model);
        assertThat(name.endpoint()).isEqualTo(URI.create(endpoint));
        assertThat(LlmName.parse(name.toString())).isEqualTo(name);
    }

    @Test
    void aRelaysFolderIsTakenAsItIs() {
        var name = LlmName.parse("relay:my answers/at@home");
        assertThat(name.provider()).isEqualTo(Provider.RELAY);
        assertThat(name.model()).isEqualTo("my answers/at@home");
        assertThat(name).hasToString("relay:my answers/at@home");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            cluade-sonnet-5          | which provider has 'cluade-sonnet-5'?   | Did you mean claude-sonnet-5?
            opneai:gpt-5             | no provider 'opneai'                    | Did you mean openai?
            antropic                 | which provider has 'antropic'?          | Did you mean anthropic:NAME?
            gemni                    | which provider has 'gemni'?             | Did you mean gemini:NAME?
            gemni-2.5-pro            | which provider has 'gemni-2.5-pro'?     | Did you mean gemini-2.5-pro?
            relay                    | which provider has 'relay'?             | Did you mean relay:FOLDER?
            mistral-large            | which provider has 'mistral-large'?     | openai:NAME
            o1x                      | which provider has 'o1x'?               | openai:NAME
            openai:                  | which model of OpenAI?                  | --llm openai:NAME
            relay:                   | the relay needs a folder                | --llm relay:FOLDER
            ollama:two words         | 'two words' is no model's name          | letters
            openai:m@ftp://h/v1      | a model's URL is like http://           | ftp://h/v1
            openai:m@http:///v1      | a model's URL is like http://           | http:///v1
            openai:m@http://a b/v1   | that is no URL                          | http://localhost:8000/v1
            """)
    void whatNamesNoModelIsRefusedWithAWayOn(String text, String what, String wayOn) {
        assertThatThrownBy(() -> LlmName.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(wayOn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai:m@https://me:sesame@host/v1",
                "openai:m@https://sesame@host/v1",
                "gemini:m@https://host/v1?key=sesame",
                "ollama:m@http://host/#sesame",
                "openai:m@http://me:sesame@bad host/v1",
                "sk-ant-sesame-0123456789abcdef",
                "openai:sk-proj-sesame0123456789",
                "gemini:AIzaSysesame0123456789abcdefghijk"
            })
    void secretsAreRefusedAndNotRepeated(String text) {
        var refused = catchThrowable(() -> LlmName.parse(text));
        assertThat(refused).isInstanceOf(SpecException.class);
        assertThat(refused.getMessage()).doesNotContain("sesame").doesNotContain("AIza");
    }

    /// Whatever a person types is a name, or a mistake that is explained.
    @Test
    void nothingButSpecExceptionIsThrown() {
        var random = new Random(11);
        var bits = List.of(
                "openai", ":", "@", "http://", "relay", "gpt-", "/", "[", "%", " ", "\u00e9", "::1]", "o1", "\n", "#");
        for (int i = 0; i < 5_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(7); n >= 0; n--) text.append(bits.get(random.nextInt(bits.size())));
            try {
                assertThat(LlmName.parse(text.toString()).model()).isNotEmpty();
            } catch (SpecException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void aUrlWithAKeyInItsPathOrAPortThatIsNoneIsRefused() {
        for (var url :
                java.util.List.of("http://localhost:1/v1;key=PLANTED", "http://localhost:1/sk-0123456789abcdefgh/v1"))
            assertThatThrownBy(() -> LlmName.parse("openai:m@" + url))
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("is not taken")
                    .hasMessageNotContainingAny("PLANTED", "0123456789");
        assertThatThrownBy(() -> LlmName.parse("openai:m@http://127.0.0.1:99999/v1"))
                .isInstanceOf(SpecException.class)
                .hasMessage("a port is from 1 to 65535, not 99999");
    }
}
