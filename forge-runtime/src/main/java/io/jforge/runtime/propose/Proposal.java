package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import java.util.Map;

/// A Source to try.
///
/// @param change what was changed against its parent, in words
/// @param recipe how the proposer can make it again; empty where it cannot
/// @param start the point of its tunables to try first; empty: the first that is admitted
public record Proposal(Source source, String change, String recipe, Map<String, Long> start) {
    public Proposal {
        start = Map.copyOf(start);
    }

    public Proposal(Source source, String change, String recipe) {
        this(source, change, recipe, Map.of());
    }
}
