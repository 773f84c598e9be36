package io.jforge.runtime.search;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// Chooses the Source to extend next; empty when none can be.
public interface Search {
    /// @param progress how much of the budget is spent, 0 to 1
    Optional<Node> choose(Tree tree, double progress, RandomGenerator random);
}
