package io.jforge.jupyter.magic;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/// Times and sizes in the units that a person would choose.
public final class Amounts {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d+)?)(ms|s|m|min|h)?");
    private static final double THOUSAND = 1000;
    private static final double MINUTE_NANOS = 60e9;

    private Amounts() {}

    /// `1.23 us`, with three digits.
    public static String nanos(double nanos) {
        if (nanos >= MINUTE_NANOS) {
            return "%d min %.0f s".formatted((long) (nanos / MINUTE_NANOS), nanos % MINUTE_NANOS / 1e9);
        }
        return scaled(nanos, "ns", "µs", "ms", "s");
    }

    /// `1.23 MB`, with three digits.
    public static String bytes(double bytes) {
        return bytes < THOUSAND ? "%.0f B".formatted(bytes) : scaled(bytes, "B", "kB", "MB", "GB", "TB");
    }

    private static String scaled(double amount, String... units) {
        double number = amount;
        int unit = 0;
        // what would be written as 1000 is one of the next unit
        while (number >= THOUSAND - 0.5 && unit < units.length - 1) {
            number /= THOUSAND;
            unit++;
        }
        int digits = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + digits + "f %s", number, units[unit]);
    }

    /// Reads `60s`, `5m`, `500ms`; a bare number is seconds.
    ///
    /// @throws MagicException if it reads otherwise, or is no time at all
    public static Duration duration(String magic, String text) {
        var shape = DURATION.matcher(text);
        double number = shape.matches() ? Double.parseDouble(shape.group(1)) : 0;
        String unit = shape.matches() && shape.group(2) != null ? shape.group(2) : "s";
        double seconds = number
                * switch (unit) {
                    case "ms" -> 1 / THOUSAND;
                    case "s" -> 1;
                    case "h" -> 3600;
                    default -> 60;
                };
        if (seconds < 1 / THOUSAND) {
            throw new MagicException(
                    "%%%s: a time is a number with ms, s, m or h, such as 2s, not '%s'".formatted(magic, text));
        }
        return Duration.ofMillis((long) (seconds * THOUSAND));
    }
}
