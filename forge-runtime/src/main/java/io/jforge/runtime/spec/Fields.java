package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The fields of one YAML mapping, read by name and type; every complaint names the field's path.
final class Fields {
    private final String path;
    private final Map<String, Yaml> entries;
    private final Set<String> asked = new LinkedHashSet<>();

    private Fields(String path, Map<String, Yaml> entries) {
        this.path = path;
        this.entries = entries;
    }

    static Fields of(Yaml yaml, String path) {
        return switch (yaml) {
            case Yaml.Mapping(var entries) -> new Fields(path, entries);
            case Yaml.Nothing() -> new Fields(path, Map.of());
            case Yaml.Sequence _, Yaml.Scalar _ -> throw error(path, "fields are expected here, as in {name: value}");
        };
    }

    String path() {
        return path;
    }

    Set<String> keys() {
        return entries.keySet();
    }

    boolean has(String key) {
        asked.add(key);
        return entries.containsKey(key) && !(entries.get(key) instanceof Yaml.Nothing);
    }

    Yaml required(String key) {
        if (has(key)) return entries.get(key);
        throw error(at(key), "is missing");
    }

    String text(String key) {
        return scalar(required(key), at(key));
    }

    Optional<String> optionalText(String key) {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    boolean flag(String key, boolean otherwise) {
        if (!has(key)) return otherwise;
        return switch (text(key)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw error(at(key), "is true or false, not '%s'".formatted(text(key)));
        };
    }

    long integer(String key) {
        return integer(text(key), at(key));
    }

    double number(String key) {
        return number(text(key), at(key));
    }

    Expr expr(String key) {
        return named(at(key), () -> Expr.parse(text(key)));
    }

    Optional<Expr> optionalExpr(String key) {
        return has(key) ? Optional.of(expr(key)) : Optional.empty();
    }

    Optional<Expr> optionalReal(String key) {
        return has(key) ? Optional.of(named(at(key), () -> Expr.parseReal(text(key)))) : Optional.empty();
    }

    List<Expr> exprs(String key) {
        return items(key, (item, at) -> named(at, () -> Expr.parse(scalar(item, at))));
    }

    /// The items of a list, each with its path; a field that is not there is an empty list.
    <T> List<T> items(String key, BiFunction<Yaml, String, T> reader) {
        if (!has(key)) return List.of();
        if (!(entries.get(key) instanceof Yaml.Sequence(var found)))
            throw error(at(key), "a list is expected here, as in [a, b]");
        List<T> items = new ArrayList<>();
        for (var item : found) items.add(reader.apply(item, at(key) + "[" + items.size() + "]"));
        return List.copyOf(items);
    }

    /// The entries of a mapping, in order, each read with its name; a field that is not there is an empty map.
    <T> Map<String, T> map(String key, BiFunction<String, Fields, T> reader) {
        Map<String, T> map = new LinkedHashMap<>();
        var inner = fields(key);
        for (var name : inner.keys()) map.put(name, reader.apply(name, of(inner.entries.get(name), inner.at(name))));
        return map;
    }

    Fields fields(String key) {
        return has(key) ? of(entries.get(key), at(key)) : new Fields(at(key), Map.of());
    }

    /// Refuses what nobody asked for.
    void done() {
        for (var key : entries.keySet())
            if (!asked.contains(key)) throw error(at(key), "is not a field here." + Nearest.suffix(key, asked));
    }

    String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static String scalar(Yaml yaml, String path) {
        if (yaml instanceof Yaml.Scalar(var text)) return text.strip();
        throw error(path, "one value is expected here");
    }

    static long integer(String text, String path) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw error(path, "is a whole number, not '%s'".formatted(text));
        }
    }

    static double number(String text, String path) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) return value;
        } catch (NumberFormatException e) {
            // falls through to the same message
        }
        throw error(path, "is a number, not '%s'".formatted(text));
    }

    static SpecException error(String path, String message) {
        return new SpecException(path + (message.startsWith("is ") ? " " : ": ") + message);
    }

    private static boolean names(String message, String path) {
        return message.startsWith(path + " ") || message.startsWith(path + ":") || message.startsWith(path + ".");
    }

    /// Puts the field's path before the message of whatever goes wrong inside.
    static <T> T named(String path, Supplier<T> body) {
        try {
            return body.get();
        } catch (SpecException e) {
            if (names(e.getMessage(), path)) throw e;
            throw new SpecException(path + ": " + e.getMessage());
        }
    }
}
