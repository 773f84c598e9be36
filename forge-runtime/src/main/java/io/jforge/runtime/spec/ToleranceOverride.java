package io.jforge.runtime.spec;

import java.util.Map;
import java.util.OptionalDouble;

/// What an op changes of the default tolerance where the dtypes are these.
public record ToleranceOverride(Map<String, DType> when, OptionalDouble abs, OptionalDouble rel) {
    public ToleranceOverride {
        when = Map.copyOf(when);
    }

    public boolean applies(Map<String, DType> dtypes) {
        return when.entrySet().stream().allMatch(e -> dtypes.get(e.getKey()) == e.getValue());
    }

    public Tolerance over(Tolerance defaults) {
        return new Tolerance(abs.orElse(defaults.abs()), rel.orElse(defaults.rel()));
    }
}
