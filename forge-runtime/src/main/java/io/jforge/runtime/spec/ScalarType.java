package io.jforge.runtime.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The types a scalar argument may be converted to.
public enum ScalarType {
    I32,
    I64,
    U32,
    U64,
    F32,
    F64;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ScalarType> find(String label) {
        return Arrays.stream(values()).filter(t -> t.label().equals(label)).findFirst();
    }
}
