package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import java.util.Map;

/// A Source to try.
///
/// @param change what was changed against its parent, in words
/// @param recipe how the proposer can make it again; empty where it cannot
/// @param start the point of its tunables to try first; empty: the first that is admitted
/// @param fixed whether its tunables are left at that point
public record Proposal(Source source, String change, String recipe, Map<String, Long> start, boolean fixed) {
    public Proposal {
        start = Map.copyOf(start);
    }

    /// One whose tunables are swept.
    public Proposal(Source source, String change, String recipe, Map<String, Long> start) {
        this(source, change, recipe, start, false);
    }

    public Proposal(Source source, String change, String recipe) {
        this(source, change, recipe, Map.of());
    }

    /// The same at the point where it starts alone, as a trial that is tried again.
    public Proposal atItsStart() {
        return new Proposal(source, change, recipe, start, true);
    }
}
