package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.SpecException;
import java.time.Duration;
import java.util.regex.Pattern;

/// Times as options take them.
final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|min|h)?");

    private static final Duration LONGEST = Duration.ofDays(3650);

    private Durations() {}

    /// Reads `60s`, `5m`, `500ms`; a bare number is seconds.
    ///
    /// @throws SpecException if it reads otherwise
    static Duration parse(String text) {
        var matcher = TEXT.matcher(text.strip());
        if (!matcher.matches())
            throw new SpecException("a time is a number with ms, s, m or h, e.g. 60s, not '" + text + "'");
        double number = Double.parseDouble(matcher.group(1));
        double millis = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
            case "ms" -> number;
            case "s" -> number * 1e3;
            case "h" -> number * 3.6e6;
            default -> number * 6e4;
        };
        if (millis > LONGEST.toMillis())
            throw new SpecException("a time is at most %d days, not '%s'".formatted(LONGEST.toDays(), text));
        return Duration.ofMillis((long) millis);
    }
}
