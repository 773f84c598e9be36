package io.jforge.runtime.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Monte Carlo tree search: UCT (Kocsis, Szepesvari 2006) with progressive widening (Coulom 2007).
///
/// A node's value is the best log-speedup in its subtree, scaled to 0..1 over the run: one optimum is wanted,
/// not a good average. A node takes children until their number exceeds visits^alpha, alpha falling from 0.5 to
/// 0.3 over the run, so that it first looks around and then goes deep. Subtrees that rest are passed over while
/// others do not.
public final class Mcts implements Search {
    private static final double EXPLORATION = 0.7;
    private static final double WIDE = 0.5;
    private static final double NARROW = 0.3;

    @Override
    public Optional<Node> choose(Tree tree, double progress, RandomGenerator random) {
        double alpha = WIDE + (NARROW - WIDE) * Math.clamp(progress, 0, 1);
        return descend(tree.root(), new Scale(tree), alpha).or(() -> any(tree));
    }

    private static Optional<Node> descend(Node node, Scale scale, double alpha) {
        boolean wantsChild = node.isExtendable() && node.children().size() < Math.pow(node.visits() + 1, alpha) + 1;
        if (wantsChild) return Optional.of(node);
        var below = candidates(node);
        if (below.isEmpty()) return node.isExtendable() ? Optional.of(node) : Optional.empty();
        return below.stream()
                .sorted(Comparator.comparingDouble((Node child) -> -uct(child, node, scale))
                        .thenComparingInt(Node::id))
                .map(child -> descend(child, scale, alpha))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Children that lead to something to extend; those that rest only when there is no other.
    private static List<Node> candidates(Node node) {
        var open = node.children().stream().filter(Mcts::leadsOn).toList();
        var awake = open.stream().filter(child -> !child.isResting()).toList();
        return awake.isEmpty() ? open : awake;
    }

    private static boolean leadsOn(Node node) {
        return node.isExtendable() || node.children().stream().anyMatch(Mcts::leadsOn);
    }

    private static double uct(Node child, Node parent, Scale scale) {
        return scale.value(child.bestMicros())
                + EXPLORATION * Math.sqrt(Math.log(parent.visits() + 1.0) / Math.max(1, child.visits()));
    }

    private static Optional<Node> any(Tree tree) {
        return tree.nodes().stream().filter(Node::isExtendable).min(Comparator.comparingDouble(Node::bestMicros));
    }

    /// Log-speedups of the run scaled to 0..1; the baseline cancels out.
    private static final class Scale {
        private final double fastest;
        private final double slowest;

        Scale(Tree tree) {
            var logs = tree.nodes().stream()
                    .map(Node::ownMicros)
                    .flatMapToDouble(java.util.OptionalDouble::stream)
                    .map(Math::log)
                    .summaryStatistics();
            fastest = logs.getMin();
            slowest = logs.getMax();
        }

        double value(double micros) {
            if (Double.isInfinite(micros) || slowest <= fastest) return 0;
            return (slowest - Math.log(micros)) / (slowest - fastest);
        }
    }
}
