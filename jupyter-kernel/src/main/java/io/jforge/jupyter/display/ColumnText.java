package io.jforge.jupyter.display;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// The values of one column as text: fractions with as many decimals in each row as the column needs.
final class ColumnText {
    private static final int MOST_CHARACTERS = 300;
    private static final int MOST_DECIMALS = 6;
    private static final MathContext DIGITS = new MathContext(7);
    private static final double LARGE = 1e12;
    private static final double SMALL = 1e-4;

    private final List<Optional<String>> texts;
    private final boolean numeric;

    /// @param values null where one is missing
    ColumnText(List<Object> values) {
        numeric = values.stream().filter(Objects::nonNull).allMatch(Number.class::isInstance)
                && values.stream().anyMatch(Objects::nonNull);
        var format = format(values);
        texts = values.stream()
                .map(value -> Optional.ofNullable(value).map(present -> text(present, format)))
                .toList();
    }

    /// Whether it reads best from the right.
    boolean isNumeric() {
        return numeric;
    }

    /// Empty where the value is missing.
    Optional<String> text(int row) {
        return texts.get(row);
    }

    private static String text(Object value, String format) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? String.format(Locale.ROOT, format, number) : String.valueOf(number);
        }
        var line = PlainText.line(value);
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "...";
    }

    private static String format(List<Object> values) {
        var fractions = values.stream()
                .filter(value -> value instanceof Double || value instanceof Float)
                .map(value ->
                        new BigDecimal(String.valueOf(value instanceof Float f ? finite(f) : finite((double) value))))
                .toList();
        boolean plain = fractions.stream()
                .map(BigDecimal::abs)
                .map(BigDecimal::doubleValue)
                .allMatch(size -> size == 0 || (size >= SMALL && size < LARGE));
        if (!plain) return "%.4e";
        int needed = fractions.stream()
                .mapToInt(number -> number.round(DIGITS).stripTrailingZeros().scale())
                .max()
                .orElse(0);
        int decimals = Math.min(needed, enough(fractions));
        return "%." + Math.clamp(decimals, 1, MOST_DECIMALS) + "f";
    }

    /// Decimals with which the largest has six digits, or the smallest four.
    private static int enough(List<BigDecimal> fractions) {
        var digits = fractions.stream()
                .filter(number -> number.signum() != 0)
                .mapToInt(number -> number.precision() - number.scale())
                .summaryStatistics();
        return digits.getCount() == 0 ? 1 : Math.max(6 - digits.getMax(), 4 - digits.getMin());
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : 0;
    }

    private static float finite(float number) {
        return Float.isFinite(number) ? number : 0;
    }
}
