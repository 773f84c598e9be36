package io.jforge.jupyter.client;

import java.util.Optional;
import java.util.regex.Pattern;

/// A value typed at a command line, as a Java declaration.
final class JavaValue {
    private static final Pattern INTEGER = Pattern.compile("[-+]?(?:0[xX][0-9a-fA-F_]+|[0-9][0-9_]*)");
    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(?:[0-9][0-9_]*\\.?[0-9_]*|\\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern HAS_FRACTION = Pattern.compile("[.eE]");
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\\n]++|\\\\.)*+\"");

    private JavaValue() {}

    /// Declares the variable with the type it was declared with before; a type unknown here takes any expression.
    ///
    /// @param initial the former initial value, which tells what a `var` was
    static String declaration(String type, String initial, String name, String value) {
        String known = type.equals("var") ? typeOf(initial.strip()).orElse("var") : type;
        boolean outgrown = known.equals("int") && type.equals("var") && fits("long", value) && !fits("int", value);
        String wanted = outgrown ? "long" : known;
        return "%s %s = %s;"
                .formatted(wanted, name, wanted.equals("var") ? guess(value) : literal(wanted, name, value));
    }

    /// What a `var` became by its literal; empty for an expression.
    private static Optional<String> typeOf(String initial) {
        String literal = initial.endsWith(",") ? initial.substring(0, initial.length() - 1) : initial;
        if (literal.startsWith("\"")) {
            return Optional.of("String");
        }
        if (literal.matches("true|false")) {
            return Optional.of("boolean");
        }
        if (literal.isEmpty()
                || !DECIMAL.matcher(literal.replaceAll("[lLfFdD]$", "")).matches()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (literal.charAt(literal.length() - 1)) {
                    case 'l', 'L' -> "long";
                    case 'f', 'F' -> "float";
                    case 'd', 'D' -> "double";
                    default -> INTEGER.matcher(literal).matches() ? "int" : "double";
                });
    }

    private static String guess(String value) {
        if (value.matches("true|false")
                || fits("int", value)
                || QUOTED.matcher(value).matches()) {
            return value;
        }
        if (fits("long", value)) {
            return value + "L";
        }
        return fits("double", value) && HAS_FRACTION.matcher(value).find() ? value : quoted(value);
    }

    private static String literal(String type, String name, String value) {
        if (!fits(type, value)) {
            throw new BadParameterException("parameter '%s' is %s %s, which '%s' is not"
                    .formatted(name, type.matches("[AaIi].*") ? "an" : "a", type, value));
        }
        return switch (type) {
            case "long", "Long" -> value + "L";
            case "float", "Float" -> value + "f";
            case "double", "Double" -> HAS_FRACTION.matcher(value).find() ? value : value + "d";
            case "char", "Character" ->
                "'%s'".formatted(escaped(value.charAt(0)).replace("'", "\\'"));
            case "String" -> quoted(value);
            default -> value;
        };
    }

    private static boolean fits(String type, String value) {
        return switch (type) {
            case "byte", "Byte" -> isInteger(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "short", "Short" -> isInteger(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "int", "Integer" -> isInteger(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "long", "Long" -> isInteger(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case "float", "Float", "double", "Double" -> DECIMAL.matcher(value).matches();
            case "boolean", "Boolean" -> value.matches("true|false");
            case "char", "Character" -> value.length() == 1;
            case "String" -> true;
            default -> !value.isBlank();
        };
    }

    private static boolean isInteger(String value, long least, long most) {
        if (!INTEGER.matcher(value).matches()) {
            return false;
        }
        try {
            long number = Long.decode(value.replace("_", ""));
            return least <= number && number <= most;
        } catch (NumberFormatException e) {
            return false; // too many digits, or 8 and 9 after a leading zero, which makes it octal
        }
    }

    private static String quoted(String text) {
        var literal = new StringBuilder("\"");
        text.chars().forEach(c -> literal.append(escaped((char) c)));
        return literal.append('"').toString();
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> c < ' ' ? "\\%03o".formatted((int) c) : String.valueOf(c);
        };
    }
}
