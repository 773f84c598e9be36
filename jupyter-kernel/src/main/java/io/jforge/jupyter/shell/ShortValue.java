package io.jforge.jupyter.shell;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A value in a few words, told without running code of a cell, which might never end.
final class ShortValue {
    private static final int MOST_ELEMENTS = 5;
    private static final int MOST_CHARACTERS = 80;
    private static final int DEEPEST = 3;

    private ShortValue() {}

    static String of(Object value) {
        try {
            String text = told(value, DEEPEST);
            int end = text.offsetByCodePoints(0, Math.min(MOST_CHARACTERS, text.codePointCount(0, text.length())));
            return end < text.length() ? text.substring(0, end) + "..." : text;
        } catch (RuntimeException | ReflectiveOperationException e) {
            return "..."; // it changed meanwhile, or does not show itself
        }
    }

    private static String told(Object value, int depth) throws ReflectiveOperationException {
        return switch (value) {
            case null -> "null";
            case String text -> quoted(text, '"');
            case Character c -> quoted(c.toString(), '\'');
            case Enum<?> constant -> constant.name();
            case Object plain when isPlain(plain) -> plain.toString();
            case Object _ when depth == 0 -> "...";
            case Object array when array.getClass().isArray() -> array(array, depth);
            case Collection<?> all
            when isOfJava(all) -> all.size() + " of " + elements(all.stream(), all.size(), depth);
            case Map<?, ?> map when isOfJava(map) -> map.size() + " of " + entries(map, depth);
            case Optional<?> perhaps -> perhaps.isEmpty() ? "empty" : told(perhaps.get(), depth - 1);
            case Record record -> record(record, depth);
            default -> "a " + value.getClass().getSimpleName();
        };
    }

    /// A number, date or the like of the JDK; it cannot print more than itself.
    private static boolean isPlain(Object value) {
        String name = value.getClass().getName();
        return name.matches(
                        "java\\.(lang\\.(Boolean|Byte|Short|Integer|Long|Float|Double)|math\\.BigDecimal|time\\..*)")
                || (value instanceof java.math.BigInteger big && big.bitLength() < 1000);
    }

    private static boolean isOfJava(Object value) {
        return value.getClass().getName().startsWith("java.util.");
    }

    private static String quoted(String text, char quote) {
        String start = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        String escaped = start.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\"", "\\\"");
        return quote + escaped + (start.length() < text.length() ? "..." : "" + quote);
    }

    private static String array(Object array, int depth) throws ReflectiveOperationException {
        int length = Array.getLength(array);
        Stream<?> first =
                IntStream.range(0, Math.min(length, MOST_ELEMENTS + 1)).mapToObj(i -> Array.get(array, i));
        return length + " of " + elements(first, length, depth);
    }

    private static String elements(Stream<?> all, int size, int depth) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder("[");
        for (Object each : all.limit(MOST_ELEMENTS).toList()) {
            text.append(text.length() > 1 ? ", " : "").append(told(each, depth - 1));
        }
        return text.append(size > MOST_ELEMENTS ? ", ...]" : "]").toString();
    }

    private static String entries(Map<?, ?> map, int depth) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder("{");
        int left = MOST_ELEMENTS;
        for (Map.Entry<?, ?> each : map.entrySet()) {
            if (left-- == 0) {
                break;
            }
            text.append(text.length() > 1 ? ", " : "")
                    .append(told(each.getKey(), depth - 1))
                    .append('=')
                    .append(told(each.getValue(), depth - 1));
        }
        return text.append(map.size() > MOST_ELEMENTS ? ", ...}" : "}").toString();
    }

    private static String record(Record record, int depth) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (RecordComponent each : record.getClass().getRecordComponents()) {
            var field = record.getClass().getDeclaredField(each.getName());
            field.setAccessible(true);
            text.append(text.isEmpty() ? "" : ", ")
                    .append(each.getName())
                    .append('=')
                    .append(told(field.get(record), depth - 1));
        }
        return "%s[%s]".formatted(record.getClass().getSimpleName(), text);
    }
}
