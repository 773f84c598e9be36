package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.trial.Outcome;
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
    private boolean closed;

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
        return ownMicros().isPresent() && !isExhausted();
    }

    public boolean isResting() {
        return visitsSinceGain >= PATIENCE;
    }

    void add(Trial trial) {
        trials.add(trial);
    }

    boolean isExhausted() {
        return exhausted || closed;
    }

    void exhaust() {
        exhausted = true;
    }

    /// Another proposer may know what to make of it.
    void reopen() {
        exhausted = false;
    }

    /// Nobody is to build on it.
    void close() {
        closed = true;
    }

    /// Whether it failed where what it was made of was right, and was not repaired yet. One that is too
    /// fast to be true did not fail by mistake.
    boolean isRepairable() {
        return parent != null
                && children.isEmpty()
                && !trials.isEmpty()
                && parent.ownMicros().isPresent()
                && ownMicros().isEmpty()
                && proposal.recipe().isEmpty()
                && proposal.source().whyUnusable().isEmpty()
                && trials.stream().noneMatch(trial -> trial.outcome() instanceof Outcome.Suspect);
    }

    /// Counts an iteration that is still under way as one without a gain (virtual loss; Chaslot et al.
    /// 2008), or with
    /// -1
    /// takes that back.
    void virtualVisit(int count) {
        for (var node = this; node != null; node = node.parent) {
            node.visits += count;
            node.visitsSinceGain += count;
        }
    }

    /// Takes note of a gain that was no iteration of its own.
    void improved() {
        double own = ownMicros().orElse(Double.POSITIVE_INFINITY);
        for (var node = this; node != null; node = node.parent) node.bestMicros = Math.min(own, node.bestMicros);
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
