package io.jforge.runtime.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a winner was measured against besides naive.
///
/// @param facts for who wants to repeat it: versions, settings, files
public record BaselineReport(List<BaselineResult> results, Map<String, String> facts) {
    public static final BaselineReport NONE = new BaselineReport(List.of(), Map.of());

    public BaselineReport {
        results = List.copyOf(results);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /// The one that leads the tables: eager, if it was measured.
    public Optional<BaselineResult> leading() {
        return results.stream()
                .filter(result -> result.name().equals(BaselineKind.EAGER.label()))
                .filter(result -> result.timing().isPresent())
                .findFirst();
    }
}
