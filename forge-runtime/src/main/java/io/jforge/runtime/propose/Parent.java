package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import java.util.Set;

/// The Source to be extended, or to be repaired.
///
/// @param recipe how its proposer made it; empty for one that was written by hand
/// @param known hashes of all Sources of the run: to propose one of them again is no use
/// @param node its number in the search tree
/// @param trials all that were tried in the run so far, in order; those of this node and what was made from it among
/// them
/// @param iteration the proposal that is asked for
public record Parent(Source source, String recipe, Set<String> known, int node, List<Trial> trials, int iteration) {
    public Parent {
        known = Set.copyOf(known);
        trials = List.copyOf(trials);
    }

    /// The first proposal of a run is asked for.
    public Parent(Source source, String recipe, Set<String> known, int node, List<Trial> trials) {
        this(source, recipe, known, node, trials, 1);
    }

    /// One of which nothing was tried yet.
    public Parent(Source source, String recipe, Set<String> known) {
        this(source, recipe, known, 0, List.of());
    }

    /// Its own trials, in order.
    public List<Trial> own() {
        return trials.stream().filter(trial -> trial.node() == node).toList();
    }

    /// Whether it is to be repaired: none of its trials was right.
    public boolean isFailed() {
        var own = own();
        return !own.isEmpty()
                && own.stream().allMatch(trial -> trial.medianMicros().isEmpty());
    }
}
