package io.jforge.runtime.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Chooses among an op's listed dtype combinations what `--dtype` asks for.
final class Combination {
    private Combination() {}

    /// Reads `f16` (the first variable's) or `T=f16,W=f32`; of several that fit, `preferred` wins, then the
    /// first.
    static Map<String, DType> parse(Op op, String text, Map<String, DType> preferred) {
        var fitting = fitting(op, text);
        return fitting.contains(preferred) ? preferred : fitting.getFirst();
    }

    static List<Map<String, DType>> fitting(Op op, String text) {
        var wanted = wanted(op, text.strip());
        var fitting = op.dtypes().stream()
                .filter(c -> c.entrySet().containsAll(wanted.entrySet()))
                .toList();
        if (!fitting.isEmpty()) return fitting;
        throw new SpecException("%s is not for %s: it takes %s".formatted(op.name(), text.strip(), offered(op)));
    }

    private static Map<String, DType> wanted(Op op, String text) {
        var first = op.dtypeNames().getFirst();
        if (!text.contains("=")) return Map.of(first, DType.of(text));
        Map<String, DType> wanted = new HashMap<>();
        for (var part : text.split(",", -1)) {
            var sides = part.strip().split("=", 2);
            var name = sides[0].strip();
            if (sides.length < 2 || !op.dtypeNames().contains(name))
                throw new SpecException("'%s' is not a dtype of %s: write %s=%s"
                        .formatted(
                                part.strip(),
                                op.name(),
                                first,
                                op.dtypes().getFirst().get(first).label()));
            wanted.put(name, DType.of(sides[1].strip()));
        }
        return wanted;
    }

    private static String offered(Op op) {
        return op.dtypes().stream()
                .map(c -> op.dtypeNames().size() == 1
                        ? label(c)
                        : c.entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue().label())
                                .collect(Collectors.joining(",")))
                .distinct()
                .collect(Collectors.joining(op.dtypeNames().size() == 1 ? ", " : " or "));
    }

    /// The distinct dtypes, as in `f32` or `bf16/i64`.
    static String label(Map<String, DType> dtypes) {
        return dtypes.values().stream().distinct().map(DType::label).collect(Collectors.joining("/"));
    }
}
