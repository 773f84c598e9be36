package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// One Source in the search tree, the trials of its tunables, and what was made from it.
public final class Node {
    /// A subtree without a gain in this many visits rests.
    private static final int PATIENCE = 10;

    private final int id;
    private final Node parent;
    private final Proposal proposal;
    private final List<Node> children = new ArrayList<>();
    private final List<Trial> trials = new ArrayList<>();
    private int visits;
    private int visitsSinceGain;
    private double bestMicros = Double.POSITIVE_INFINITY;
    private boolean exhausted;

    Node(int id, Node parent, Proposal proposal) {
        this.id = id;
        this.parent = parent;
        this.proposal = proposal;
        if (parent != null) parent.children.add(this);
    }

    public int id() {
        return id;
    }

    public Optional<Node> parent() {
        return Optional.ofNullable(parent);
    }

    public Proposal proposal() {
        return proposal;
    }

    public List<Node> children() {
        return List.copyOf(children);
    }

    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    /// Iterations that went through this node.
    public int visits() {
        return visits;
    }

    /// The least median of its own trials; empty if none was right.
    public OptionalDouble ownMicros() {
        return trials.stream()
                .map(Trial::medianMicros)
                .flatMapToDouble(OptionalDouble::stream)
                .min();
    }

    /// The least median in its subtree; infinite if none was right.
    public double bestMicros() {
        return bestMicros;
    }

    /// Its fastest trial.
    public Optional<Trial> bestTrial() {
        return trials.stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .min(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()));
    }

    /// Whether a proposer may build on it: it was right, and there is still something to make of it.
    public boolean isExtendable() {
        return ownMicros().isPresent() && !exhausted;
    }

    public boolean isResting() {
        return visitsSinceGain >= PATIENCE;
    }

    void add(Trial trial) {
        trials.add(trial);
    }

    boolean isExhausted() {
        return exhausted;
    }

    void exhaust() {
        exhausted = true;
    }

    /// Counts an iteration that is still under way as one without a gain (virtual loss; Chaslot et al. 2008), or with
    /// -1
    /// takes that back.
    void virtualVisit(int count) {
        for (var node = this; node != null; node = node.parent) {
            node.visits += count;
            node.visitsSinceGain += count;
        }
    }

    /// Counts an iteration that ended below here, from this node up to the root.
    void visited() {
        double own = ownMicros().orElse(Double.POSITIVE_INFINITY);
        for (var node = this; node != null; node = node.parent) {
            node.visits++;
            boolean gain = own < node.bestMicros;
            node.visitsSinceGain = gain ? 0 : node.visitsSinceGain + 1;
            if (gain) node.bestMicros = own;
        }
    }
}
