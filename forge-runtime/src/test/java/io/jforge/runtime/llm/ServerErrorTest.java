package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.llm.LlmException.Fault;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorTest {
    private static final Instant NOW = Instant.parse("2026-10-21T07:27:30Z");

    /// As the providers and the common servers word them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            400 | BAD_KEY           | {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}
            400 | NO_CREDIT         | {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}
            429 | NO_CREDIT         | {"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}
            429 | RATE_LIMIT        | {"error":{"message":"Rate limit reached for gpt-4o in organization","type":"tokens","code":"rate_limit_exceeded"}}
            429 | RATE_LIMIT        | {"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}
            429 | TOO_LONG          | {"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000","type":"tokens"}}
            400 | TOO_LONG          | {"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000","code":"context_length_exceeded"}}
            400 | TOO_LONG          | {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}
            400 | TOO_LONG          | {"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}}
            413 | TOO_LONG          | {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}
            404 | UNKNOWN_MODEL     | {"error":{"message":"The model `gpt-9` does not exist","code":"model_not_found"}}
            400 | UNKNOWN_MODEL     | {"error":{"message":"The model gpt-9 does not exist"}}
            503 | OVERLOADED        | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}
            529 | OVERLOADED        | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
            504 | OVERLOADED        | <html><body><h1>504 Gateway Time-out</h1></body></html>
            402 | NO_CREDIT         | {"error":{"message":"Insufficient Balance"}}
            403 | BAD_KEY           | {"error":{"message":"Your country is not supported"}}
            422 | REFUSED_BY_SERVER | {"detail":"unprocessable"}
            301 | REFUSED_BY_SERVER | moved
            """)
    void errorsAreToldApart(int status, Fault fault, String body) {
        assertThat(ServerError.of(status, "", body, NOW).fault()).isEqualTo(fault);
    }

    @Test
    void theServersOwnWordsAreKept() {
        assertThat(ServerError.of(400, "", "{\"error\":{\"message\":\"no\\n  such\\tthing\"}}", NOW)
                        .words())
                .isEqualTo("no such thing");
        assertThat(ServerError.of(400, "", "{\"error\":\"plain\"}", NOW).words())
                .isEqualTo("plain");
        assertThat(ServerError.of(500, "", "<html><body><h1>Bad</h1> gateway</body></html>", NOW)
                        .words())
                .isEqualTo("Bad gateway");
        assertThat(ServerError.of(500, "", "x".repeat(5000), NOW).words()).hasSize(204);
        assertThat(ServerError.of(500, "", "", NOW).words()).isEmpty();
    }

    @Test
    void howLongToWaitIsReadInItsThreeForms() {
        assertThat(ServerError.wait("7", NOW)).contains(Duration.ofSeconds(7));
        assertThat(ServerError.wait("0.5", NOW)).contains(Duration.ofMillis(500));
        assertThat(ServerError.wait("Wed, 21 Oct 2026 07:28:00 GMT", NOW)).contains(Duration.ofSeconds(30));
        assertThat(ServerError.wait("Wed, 21 Oct 2026 07:00:00 GMT", NOW)).contains(Duration.ZERO);
        assertThat(ServerError.wait("", NOW)).isEmpty();
        assertThat(ServerError.wait("soon", NOW)).isEmpty();
        assertThat(ServerError.wait("-3", NOW)).isEmpty();
        var gemini = "{\"error\":{\"code\":429,\"details\":[{\"@type\":\"RetryInfo\",\"retryDelay\":\"34.2s\"}]}}";
        assertThat(ServerError.of(429, "", gemini, NOW).pause()).contains(Duration.ofMillis(34_200));
    }
}
