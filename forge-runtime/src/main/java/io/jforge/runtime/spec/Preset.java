package io.jforge.runtime.spec;

import java.util.List;
import java.util.Map;

/// A named shape, with dtypes, strides (expressions, by input) and attributes where it fixes them, and where it
/// is from.
public record Preset(
        String name,
        Map<String, Long> symbols,
        Map<String, DType> dtypes,
        Map<String, List<Expr>> strides,
        String from,
        Map<String, Number> attributes) {
    public Preset {
        symbols = Ordered.copy(symbols);
        dtypes = Ordered.copy(dtypes);
        strides = Ordered.copy(strides);
        attributes = Ordered.copy(attributes);
    }
}
