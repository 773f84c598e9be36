package io.jforge.runtime.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Monte Carlo tree search: UCT (Kocsis, Szepesvari 2006) with progressive widening (Coulom 2007).
///
/// A node's value is the best log-speedup in its subtree, scaled to 0..1 over the run: one optimum is wanted,
/// not a good average. A further child is one choice among the children there are: it promises what its parent
/// reached, so a node whose children are faster is passed through. A node takes children until their number
/// exceeds 2 visits^alpha, alpha falling from 0.5 to 0.3 over the run, so that it first looks around and then goes
/// deep. Subtrees that rest are passed over while others do not.
public final class Mcts implements Search {
    /// Small, since a run has tens of iterations, not thousands: most of them must go down.
    private static final double EXPLORATION = 0.2;

    private static final double WIDTH = 2;
    private static final double WIDE = 0.5;
    private static final double NARROW = 0.3;

    @Override
    public Optional<Node> choose(Tree tree, double progress, RandomGenerator random) {
        double alpha = WIDE + (NARROW - WIDE) * Math.clamp(progress, 0, 1);
        return descend(tree.root(), new Scale(tree), alpha).or(() -> any(tree));
    }

    private static Optional<Node> descend(Node node, Scale scale, double alpha) {
        var below = candidates(node).stream()
                .sorted(Comparator.comparingDouble((Node child) -> -uct(child, node, scale))
                        .thenComparingInt(Node::id))
                .toList();
        if (node.isExtendable() && (below.isEmpty() || wantsChild(node, below.getFirst(), scale, alpha)))
            return Optional.of(node);
        return below.stream()
                .map(child -> descend(child, scale, alpha))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static boolean wantsChild(Node node, Node bestChild, Scale scale, double alpha) {
        int children = node.children().size();
        double promise = scale.value(node.ownMicros().orElseThrow()) + bonus(node, children + 1);
        return children < WIDTH * Math.pow(node.visits() + 1, alpha) + 1 && promise >= uct(bestChild, node, scale);
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
        return scale.value(child.bestMicros()) + bonus(parent, child.visits());
    }

    private static double bonus(Node parent, int tries) {
        return EXPLORATION * Math.sqrt(Math.log(parent.visits() + 1.0) / Math.max(1, tries));
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
