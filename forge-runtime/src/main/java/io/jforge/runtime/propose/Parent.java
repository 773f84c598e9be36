package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import java.util.Set;

/// The Source to be extended.
///
/// @param recipe how its proposer made it; empty for one that was written by hand
/// @param known hashes of all Sources of the run: to propose one of them again is no use
public record Parent(Source source, String recipe, Set<String> known) {
    public Parent {
        known = Set.copyOf(known);
    }
}
