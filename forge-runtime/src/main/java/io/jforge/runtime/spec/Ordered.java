package io.jforge.runtime.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Copies maps without losing the order in which they were written.
final class Ordered {
    private Ordered() {}

    static <K, V> Map<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
