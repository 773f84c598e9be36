package io.jforge.runtime.store;

import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.Speedup;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// What the numbers and times of a run are within, whoever wrote them.
final class Bounds {
    private static final double MOST = 1e15;
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final BigDecimal DEAREST = BigDecimal.valueOf(1_000_000_000);
    private static final int MOST_DIGITS = 50;

    /// These may be negative: seeds, the root's parent, the profile of no trial, what is up to an op.
    private static final Pattern SIGNED =
            Pattern.compile(".*\\b(seed|parent|trial|attributes\\.[^.]+|(strides|assignment|start)(\\.[^.]+)?)");

    private Bounds() {}

    /// The path of the first part that is beyond them.
    static Optional<String> beyond(String name, Object value) {
        return Parts.first(name, value, Bounds::isBeyond);
    }

    private static boolean isBeyond(String path, Object part) {
        return switch (part) {
            case Double number when path.endsWith(".error") -> number < 0; // NaN where a group was judged as one
            case Double number when path.endsWith("econds") -> !(number >= 0 && number <= LONGEST.toSeconds());
            case Double number -> !Double.isFinite(number) || Math.abs(number) > MOST || isBelow(path, number);
            case Integer number -> isBelow(path, number);
            case Long number when path.endsWith("Us") -> number < 0 || number / 1_000_000 > LONGEST.toSeconds();
            case Long number -> isBelow(path, number);
            case BigDecimal dollars when path.endsWith(".dollars") -> isNoPrice(dollars);
            case Number _ -> true; // of more digits than there is room for
            case OptionalInt number -> number.isPresent() && number.getAsInt() < 0;
            case OptionalLong number -> number.isPresent() && number.getAsLong() < 0;
            case OptionalDouble number -> number.isPresent() && isBeyond(path, number.getAsDouble());
            case Duration time -> time.isNegative() || time.compareTo(LONGEST) > 0;
            case Instant time -> time.isBefore(Instant.EPOCH) || time.isAfter(LATEST);
            case Speedup(double ratio, double low, double high) -> !(ratio > 0 && low > 0 && high > 0);
            case Roofline roof -> !(roof.gigabytesPerSecond() > 0 && roof.gigaflops() > 0);
            case null, default -> false;
        };
    }

    private static boolean isBelow(String path, double number) {
        return number < 0 && !SIGNED.matcher(path).matches();
    }

    private static boolean isNoPrice(BigDecimal dollars) {
        return dollars.signum() < 0 || Math.abs(dollars.scale()) > MOST_DIGITS || dollars.compareTo(DEAREST) > 0;
    }
}
