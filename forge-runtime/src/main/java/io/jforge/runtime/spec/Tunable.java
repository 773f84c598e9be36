package io.jforge.runtime.spec;

import java.util.List;

/// A compile-time number of a Source and the values worth trying; the first is the default.
public record Tunable(String name, List<Long> values) {
    public Tunable {
        values = List.copyOf(values);
        if (values.isEmpty()) throw new IllegalArgumentException("tunable %s has no values".formatted(name));
    }

    public long defaultValue() {
        return values.getFirst();
    }
}
