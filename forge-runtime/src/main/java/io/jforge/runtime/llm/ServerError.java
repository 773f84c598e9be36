package io.jforge.runtime.llm;

import io.jforge.runtime.llm.LlmException.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a provider's error means: the providers have a dozen ways to say it, by status, by code, or in prose.
final class ServerError {
    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern NO_CREDIT = Pattern.compile(
            "insufficient_quota|insufficient.{0,20}(balance|credit|funds)|credit balance is too low|exceeded your"
                    + " current quota, please check your plan and billing|payment_required"
                    + "|billing_(hard_limit|not_active)");
    private static final Pattern TOO_LONG =
            Pattern.compile("context_length_exceeded|exceed_context_size|maximum context"
                    + " length|prompt is too long|input token count.{0,40}exceeds|(exceeds?|larger than|longer than)"
                    + ".{0,40}context"
                    + "|request too large|request_too_large|string_above_max_length");
    private static final Pattern BAD_KEY = Pattern.compile("api.key.{0,10}(not valid|invalid|expired)|api_key_invalid"
            + "|invalid.{0,6}(api|x-api).key|invalid_api_key|authentication_error");
    private static final Pattern UNKNOWN_MODEL =
            Pattern.compile("model_not_found|not_found_error|model.{0,80}(not found|does not exist|not exist)");
    private static final Pattern OVERLOADED =
            Pattern.compile("overloaded|unavailable|server_error|api_error|internal|timeout");
    private static final Pattern RATE_LIMIT = Pattern.compile("rate.?limit|resource_exhausted|too many requests");
    private static final Pattern GEMINI_DELAY = Pattern.compile("\"retryDelay\"\\s*:\\s*\"(\\d{1,7}(?:\\.\\d+)?)s\"");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(?:\\.\\d+)?");

    private ServerError() {}

    /// @param retryAfter the header of this name; empty where there is none
    static Trouble of(int status, String retryAfter, String body, Instant now) {
        var wait = wait(retryAfter, now).or(() -> inBody(body));
        return new Trouble(fault(status, body.toLowerCase(Locale.ROOT)), words(body), status, wait, false);
    }

    /// An error in mid-answer, after all was well.
    static Trouble inStream(String body) {
        var text = body.toLowerCase(Locale.ROOT);
        var fault = byText(text)
                .orElseGet(() -> RATE_LIMIT.matcher(text).find()
                        ? Fault.RATE_LIMIT
                        : OVERLOADED.matcher(text).find() ? Fault.OVERLOADED : Fault.REFUSED_BY_SERVER);
        return Trouble.of(fault, words(body), true);
    }

    private static Fault fault(int status, String text) {
        return switch (status) {
            case 401, 403 -> Fault.BAD_KEY;
            case 402 -> Fault.NO_CREDIT;
            case 413 -> Fault.TOO_LONG;
            case 404 -> Fault.UNKNOWN_MODEL;
            case 408, 500, 502, 503, 504, 520, 522, 524, 529 -> Fault.OVERLOADED;
            case 429 -> byText(text).filter(fault -> fault != Fault.BAD_KEY).orElse(Fault.RATE_LIMIT);
            default -> byText(text).orElse(Fault.REFUSED_BY_SERVER);
        };
    }

    private static Optional<Fault> byText(String text) {
        if (NO_CREDIT.matcher(text).find()) return Optional.of(Fault.NO_CREDIT);
        if (TOO_LONG.matcher(text).find()) return Optional.of(Fault.TOO_LONG);
        if (BAD_KEY.matcher(text).find()) return Optional.of(Fault.BAD_KEY);
        if (UNKNOWN_MODEL.matcher(text).find()) return Optional.of(Fault.UNKNOWN_MODEL);
        return Optional.empty();
    }

    /// Seconds, or a date as HTTP writes it.
    static Optional<Duration> wait(String retryAfter, Instant now) {
        var text = retryAfter.strip();
        if (SECONDS.matcher(text).matches()) return seconds(text);
        try {
            var until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO);
        } catch (DateTimeParseException _) {
            return Optional.empty(); // none, or nonsense
        }
    }

    private static Optional<Duration> seconds(String text) {
        return Optional.of(Duration.ofMillis((long) Math.ceil(Double.parseDouble(text) * 1000)));
    }

    private static Optional<Duration> inBody(String body) {
        var delay = GEMINI_DELAY.matcher(body);
        return delay.find() ? seconds(delay.group(1)) : Optional.empty();
    }

    /// The server's own sentence, out of whatever it is wrapped in.
    private static String words(String body) {
        try {
            var json = JSON.readTree(body);
            var error = json.isArray() ? json.path(0).path("error") : json.path("error");
            var message = message(error).or(() -> message(json)).orElse(body);
            return oneLine(message);
        } catch (JacksonException _) {
            return oneLine(body.replaceAll("<[^>]*>", " "));
        }
    }

    private static Optional<String> message(JsonNode error) {
        if (error.isString()) return Optional.of(error.stringValue());
        var message = error.path("message");
        return message.isString() ? Optional.of(message.stringValue()) : Optional.empty();
    }

    private static final int READ = 200;

    private static String oneLine(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= READ ? line : line.substring(0, READ) + " ...";
    }
}
