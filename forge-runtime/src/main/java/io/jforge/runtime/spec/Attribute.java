package io.jforge.runtime.spec;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A scalar parameter of an op; one with `draw` gets a fresh value for each run, an enum's number is its
/// value's index.
public record Attribute(String name, Type type, Optional<Expr> defaultValue, List<String> values, boolean draw) {
    /// What an attribute may be, and so how it is passed.
    public enum Type {
        INT,
        BOOL,
        FLOAT,
        U64,
        ENUM;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Attribute {
        values = List.copyOf(values);
    }

    /// Whether expressions of whole numbers may name it.
    boolean isWhole() {
        return switch (type) {
            case INT, BOOL, ENUM -> true;
            case FLOAT, U64 -> false;
        };
    }

    /// The number a user's text stands for.
    Number read(String text) {
        try {
            return switch (type) {
                case INT -> Long.parseLong(text);
                case U64 -> Long.parseUnsignedLong(text);
                case FLOAT -> finite(text);
                case BOOL -> truth(text);
                case ENUM -> index(text);
            };
        } catch (NumberFormatException e) {
            throw new SpecException("%s is %s, not '%s'".formatted(name, kind(), text));
        }
    }

    private static double finite(String text) {
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) throw new NumberFormatException(text);
        return value;
    }

    private static long truth(String text) {
        return switch (text) {
            case "true", "1" -> 1;
            case "false", "0" -> 0;
            default -> throw new NumberFormatException(text);
        };
    }

    private long index(String text) {
        if (!values.contains(text)) throw new NumberFormatException(text);
        return values.indexOf(text);
    }

    private String kind() {
        return switch (type) {
            case INT -> "a whole number";
            case U64 -> "a whole number from 0";
            case FLOAT -> "a number";
            case BOOL -> "true or false";
            case ENUM -> "one of " + String.join(", ", values);
        };
    }

    /// The default at these sizes; what is drawn afresh is 0 until then.
    Number usual(Map<String, Long> symbols) {
        var scope = Layer.of(symbols);
        if (type == Type.FLOAT) return defaultValue.map(d -> d.evalReal(scope)).orElse(0.0);
        return defaultValue.map(d -> d.eval(scope)).orElse(0L);
    }
}
