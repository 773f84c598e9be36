package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.llm.Standing.State;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
    private static final String WHO = "ana:se cret";

    private final FakeProvider server = FakeProvider.start();
    private FakeProxy proxy = new FakeProxy(server.url(), 403);

    @AfterEach
    void close() {
        proxy.close();
        server.close();
    }

    private Map<String, String> environment() {
        var url = "http://ana:se%20cret@127.0.0.1:" + proxy.port();
        return Map.of("HTTPS_PROXY", url, "HTTP_PROXY", url);
    }

    private Standing tested(String llm) {
        var llms = new Llms(new Keys(Map.of()), new Proxies(environment()), Pacing.REAL, new Random(7));
        return llms.test(LlmName.parse(llm));
    }

    private static String basic() {
        return "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(WHO.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatGoesToAnotherMachineGoesByTheProxy() {
        var standing = tested("openai:m@http://model.test/v1");
        assertThat(standing.words()).startsWith("answered in ");
        assertThat(standing.state()).isEqualTo(State.READY);
        assertThat(proxy.heads())
                .hasSize(2)
                .allMatch(head -> head.contains(basic()))
                .satisfiesExactly(
                        head -> assertThat(head).startsWith("GET http://model.test/v1/models "),
                        head -> assertThat(head).startsWith("POST http://model.test/v1/chat/completions "));
    }

    @Test
    void whatGoesToThisMachineDoesNot() {
        assertThat(tested(server.name(Provider.OPENAI)).state()).isEqualTo(State.READY);
        assertThat(proxy.heads()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | status 403",
                "407 | status 407, it wants a name and a password: http://NAME:PASSWORD@HOST:PORT"
            })
    void aProxyThatLetsNothingPassIsNamedAndNoPasswordIs(int refusal, String words) throws IOException {
        proxy.close();
        proxy = new FakeProxy(server.url(), refusal);
        assertThat(testedElsewhere())
                .startsWith("not reached: ")
                .contains("the proxy 127.0.0.1:%d of HTTPS_PROXY refuses: %s".formatted(proxy.port(), words))
                .doesNotContain("cret", "Exception");
        assertThat(proxy.heads())
                .hasSize(2)
                .allMatch(head -> head.startsWith("CONNECT model.test:443 ") && head.contains(basic()));
    }

    /// In a process of its own: whether passwords are told to a proxy is settled by the first connection of each.
    private String testedElsewhere() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Elsewhere.class.getName());
        process.environment().putAll(environment());
        process.environment().keySet().removeAll(List.of("https_proxy", "http_proxy", "no_proxy", "NO_PROXY"));
        process.redirectErrorStream(true);
        return new String(process.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Puts a question by the proxies of its environment.
    static final class Elsewhere {
        private Elsewhere() {}

        public static void main(String[] words) {
            var llms = new Llms(new Keys(Map.of()), new Proxies(System.getenv()), Pacing.REAL, new Random(7));
            var standing = llms.test(LlmName.parse("openai:m@https://model.test/v1"));
            System.out.println(standing.state().label() + ": " + standing.words());
        }
    }

    @Test
    void aProxyThatIsNotThereIsNamed() {
        proxy.close();
        assertThat(tested("openai:m@https://model.test/v1").words())
                .contains("connection refused by the proxy 127.0.0.1:%d of HTTPS_PROXY".formatted(proxy.port()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://api.openai.com/v1   | ''                           | a.test:3128 of HTTPS_PROXY",
                "http://box.lab:8000/v1      | ''                           | b.test:80 of http_proxy",
                "https://api.openai.com/v1   | *                            |",
                "https://api.openai.com/v1   | x.test, OpenAI.com           |",
                "https://api.openai.com/v1   | .openai.com                  |",
                "https://api.openai.com/v1   | *.openai.com                 |",
                "https://api.openai.com/v1   | api.openai.com:443           |",
                "https://api.openai.com/v1   | api.openai.com:8443          | a.test:3128 of HTTPS_PROXY",
                "https://api.openai.com/v1   | penai.com                    | a.test:3128 of HTTPS_PROXY",
                "http://10.0.0.7:8000/v1     | 127.0.0.1 10.0.0.7           |",
                "http://localhost:8000/v1    | ''                           |",
                "http://127.0.0.1:8000/v1    | ''                           |",
            })
    void aHostIsReachedAsTheEnvironmentSays(String url, String without, String by) {
        var proxies = new Proxies(Map.of(
                "HTTPS_PROXY",
                "a.test:3128/",
                "http_proxy",
                "http://b.test",
                "HTTP_PROXY",
                "c.test",
                "NO_PROXY",
                without));
        assertThat(proxies.to(URI.create(url)).map(Proxies.Proxy::toString))
                .isEqualTo(java.util.Optional.ofNullable(by).map(it -> "the proxy " + it));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "socks5://gate:1080",
                "https://ana:secret@gate:443",
                "gate:0",
                "gate:99999",
                "http://",
                "ana:secret@",
                "http://gate:80/path"
            })
    void whatIsNoProxyIsRefusedAndNotRepeated(String value) {
        var proxies = new Proxies(Map.of("HTTPS_PROXY", value));
        assertThatThrownBy(() -> proxies.to(URI.create("https://api.openai.com/v1")))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "HTTPS_PROXY is no proxy that can be used: set it to one like http://host:8080, or unset it");
    }
}
