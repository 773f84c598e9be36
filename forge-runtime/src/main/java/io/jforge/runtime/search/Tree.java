package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// All Sources of a run; the root is the naive one.
public final class Tree {
    private final List<Node> nodes = new ArrayList<>();

    Tree(Proposal root) {
        nodes.add(new Node(0, null, root));
    }

    public Node root() {
        return nodes.getFirst();
    }

    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /// Hashes of all Sources in it.
    public Set<String> hashes() {
        return nodes.stream().map(node -> node.proposal().source().hash()).collect(Collectors.toUnmodifiableSet());
    }

    /// Those of which one proposer made all that it could.
    void reopen() {
        nodes.forEach(Node::reopen);
    }

    /// What was tried so far, in order.
    public List<Trial> trials() {
        return nodes.stream()
                .flatMap(node -> node.trials().stream())
                .sorted(Comparator.comparingInt(Trial::number))
                .toList();
    }

    Node grow(Node parent, Proposal proposal) {
        var node = new Node(nodes.size(), parent, proposal);
        nodes.add(node);
        return node;
    }
}
