package io.jforge.runtime.export;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where an exported trial comes from.
///
/// @param trial in words, e.g. `trial 12 of run softmax-3f9a`
/// @param title what was changed, with its tunables
/// @param architecture what the run compiled for, e.g. `sm_90a`
/// @param facts for the head comment, by name, e.g. the time it took there
public record Provenance(String trial, String title, String architecture, Map<String, String> facts) {
    public Provenance {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }
}
