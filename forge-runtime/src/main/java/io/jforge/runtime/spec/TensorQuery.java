package io.jforge.runtime.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The functions of a tensor that expressions may call; `stride` also takes a dimension.
enum TensorQuery {
    SIZEOF,
    DTYPE,
    NUMEL,
    EXTENT,
    STRIDE,
    HAS;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TensorQuery> find(String label) {
        return Arrays.stream(values()).filter(q -> q.label().equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(TensorQuery::label).toList();
    }

    String usage() {
        return this == STRIDE ? "stride(tensor, dimension)" : label() + "(tensor)";
    }
}
