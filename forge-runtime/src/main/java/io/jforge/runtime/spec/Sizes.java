package io.jforge.runtime.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What `--shape` says of an op: its symbols' sizes, and attributes and strides where it fixes them.
record Sizes(Map<String, Long> symbols, Map<String, Number> attributes, Map<String, List<Expr>> strides) {
    private static final int MOST_NUMBERS = 32;

    /// Reads `4096x1024`, `rows=4096,cols=1024` or a preset's name.
    static Sizes parse(Op op, String shape) {
        var text = shape.strip();
        if (text.isEmpty()) throw new SpecException("the shape is empty: " + takes(op));
        var preset = op.presets().get(text);
        if (preset != null) return of(preset);
        if (text.contains("=")) return named(op, text);
        char first = text.charAt(0);
        if (first == '-' || first == '+' || (first >= '0' && first <= '9')) return positional(op, text);
        throw new SpecException("'%s' is not a shape: %s%s.%s"
                .formatted(
                        text,
                        takes(op),
                        orPreset(op),
                        Nearest.suffix(text, op.presets().keySet())));
    }

    static Sizes of(Preset preset) {
        return new Sizes(preset.symbols(), preset.attributes(), preset.strides());
    }

    private static String takes(Op op) {
        return "%s takes %s%s"
                .formatted(
                        op.name(),
                        op.shapeUsage(),
                        op.shapeExample().map(", e.g. "::concat).orElse(""));
    }

    private static String orPreset(Op op) {
        var names = op.presets().keySet();
        return names.isEmpty() ? "" : ", or a preset (" + String.join(", ", names) + ")";
    }

    private static Sizes positional(Op op, String text) {
        var parts = List.of(text.split("[xX]", -1));
        if (parts.size() > MOST_NUMBERS) throw wrongCount(op, parts.size());
        var numbers = parts.stream().map(p -> number(p.strip(), text)).toList();
        var symbols = op.symbols();
        int surplus = numbers.size() - symbols.size();
        boolean collapses = symbols.stream().anyMatch(s -> s.collapse().isPresent());
        int left = -surplus;
        if ((surplus > 0 && !collapses) || left > defaults(symbols)) throw wrongCount(op, numbers.size());
        Map<String, Long> sizes = new LinkedHashMap<>();
        int at = 0;
        for (var symbol : symbols) {
            if (left > 0 && symbol.defaultValue().isPresent()) {
                left--;
                sizes.put(symbol.name(), symbol.defaultValue().getAsLong());
                continue;
            }
            int taken = surplus > 0 && symbol.collapse().isPresent() ? surplus + 1 : 1;
            sizes.put(symbol.name(), product(symbol.name(), numbers.subList(at, at + taken)));
            at += taken;
        }
        return new Sizes(sizes, Map.of(), Map.of());
    }

    private static long defaults(List<Symbol> symbols) {
        return symbols.stream().filter(s -> s.defaultValue().isPresent()).count();
    }

    private static SpecException wrongCount(Op op, int count) {
        return new SpecException("%s; got %d number%s".formatted(takes(op), count, count == 1 ? "" : "s"));
    }

    private static long product(String name, List<Long> numbers) {
        long product = 1;
        for (long number : numbers) {
            atLeastOne(name, number);
            try {
                product = Math.multiplyExact(product, number);
            } catch (ArithmeticException e) {
                throw new SpecException(
                        "%s is too large: the numbers that make it do not fit in 64 bits".formatted(name));
            }
        }
        return product;
    }

    static void atLeastOne(String name, long number) {
        if (number < 1) throw new SpecException("%s is at least 1, not %d".formatted(name, number));
    }

    private static long number(String part, String whole) {
        if (!part.matches("[+-]?[0-9]+"))
            throw new SpecException("'%s' in the shape '%s' is not a whole number".formatted(part, whole));
        try {
            return Long.parseLong(part);
        } catch (NumberFormatException e) {
            throw new SpecException("%s in the shape does not fit in 64 bits".formatted(part));
        }
    }

    private static Sizes named(Op op, String text) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        Map<String, Number> attributes = new LinkedHashMap<>();
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) throw new SpecException("'%s' in the shape is not NAME=NUMBER".formatted(part.strip()));
            var name = part.substring(0, equals).strip();
            var value = part.substring(equals + 1).strip();
            if (sizes.containsKey(name) || attributes.containsKey(name))
                throw new SpecException("%s is given twice".formatted(name));
            assign(op, name, value, sizes, attributes);
        }
        return new Sizes(complete(op, sizes), attributes, Map.of());
    }

    private static void assign(
            Op op, String name, String value, Map<String, Long> sizes, Map<String, Number> attributes) {
        var attribute = op.attribute(name).filter(a -> !a.draw());
        if (op.symbol(name).isPresent()) {
            if (!value.matches("[+-]?[0-9]+"))
                throw new SpecException("%s is a whole number, not '%s'".formatted(name, value));
            long size = number(value, value);
            atLeastOne(name, size);
            sizes.put(name, size);
        } else if (attribute.isPresent()) {
            attributes.put(name, attribute.get().read(value));
        } else {
            throw unknown(op, name);
        }
    }

    static SpecException unknown(Op op, String name) {
        var known = op.symbols().stream().map(Symbol::name).toList();
        return new SpecException("%s has no symbol '%s': it has %s.%s"
                .formatted(op.name(), name, String.join(", ", known), Nearest.suffix(name, known)));
    }

    private static Map<String, Long> complete(Op op, Map<String, Long> given) {
        var missing = op.symbols().stream()
                .filter(s -> !given.containsKey(s.name()) && s.defaultValue().isEmpty())
                .map(Symbol::name)
                .toList();
        if (!missing.isEmpty())
            throw new SpecException(
                    "%s is missing from the shape: %s".formatted(String.join(", ", missing), takes(op)));
        Map<String, Long> sizes = new LinkedHashMap<>();
        for (var symbol : op.symbols())
            sizes.put(
                    symbol.name(),
                    given.containsKey(symbol.name())
                            ? given.get(symbol.name())
                            : symbol.defaultValue().orElseThrow());
        return sizes;
    }
}
