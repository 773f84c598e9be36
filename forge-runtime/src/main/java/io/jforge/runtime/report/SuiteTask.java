package io.jforge.runtime.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A preset of an op that a suite may measure.
///
/// @param symbols the shape, e.g. rows and cols
/// @param dtype in short form, e.g. `f32`
public record SuiteTask(String op, String preset, Map<String, Long> symbols, String dtype) {
    public SuiteTask {
        symbols = Collections.unmodifiableMap(new LinkedHashMap<>(symbols));
    }

    /// As `--only` names it: `softmax/wide`.
    public String name() {
        return op + "/" + preset;
    }
}
