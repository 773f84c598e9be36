package io.jforge.runtime.spec;

import java.util.Map;

/// A named set of inputs that verification also tries: a distribution for each input it names.
public record ExtraInput(String name, Map<String, Distribution> inputs) {
    public ExtraInput {
        inputs = Map.copyOf(inputs);
    }
}
