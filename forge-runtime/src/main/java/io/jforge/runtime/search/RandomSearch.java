package io.jforge.runtime.search;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// Extends any Source that was right, each as likely as the next: what a better search must beat.
public final class RandomSearch implements Search {
    @Override
    public Optional<Node> choose(Tree tree, double progress, RandomGenerator random) {
        var open = tree.nodes().stream().filter(Node::isExtendable).toList();
        return open.isEmpty() ? Optional.empty() : Optional.of(open.get(random.nextInt(open.size())));
    }
}
