package io.jforge.jupyter.magic.maven;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.util.graph.transformer.ConflictResolver;

/// What libraries need, with one version of each and the versions that had to give way.
final class Graph {
    private final List<Winner> winners = new ArrayList<>();
    private final Map<String, String> settled = new LinkedHashMap<>();

    /// A library that is in.
    record Winner(DependencyNode node, Optional<String> neededBy) {}

    Graph(DependencyNode root) {
        Deque<Winner> open = new ArrayDeque<>();
        for (DependencyNode child : root.getChildren()) open.add(new Winner(child, Optional.empty()));
        while (!open.isEmpty()) take(open.remove(), open);
    }

    /// Breadth first, so that what was asked for comes before what that needs.
    private void take(Winner next, Deque<Winner> open) {
        DependencyNode node = next.node();
        if (node.getData().get(ConflictResolver.NODE_DATA_WINNER) instanceof DependencyNode winner) {
            settle(node, winner, next.neededBy());
            return;
        }
        if (node.getArtifact() == null) return;
        winners.add(next);
        Optional<String> by = Optional.of(shortName(node));
        for (DependencyNode child : node.getChildren()) open.add(new Winner(child, by));
    }

    private void settle(DependencyNode loser, DependencyNode winner, Optional<String> wantedBy) {
        String version = loser.getArtifact().getVersion();
        if (version.equals(winner.getArtifact().getVersion())) return;
        String name =
                loser.getArtifact().getGroupId() + ":" + loser.getArtifact().getArtifactId();
        settled.putIfAbsent(
                name + version,
                "%s: %s is used, not %s%s; the one nearest to what was asked for wins"
                        .formatted(
                                name,
                                winner.getArtifact().getVersion(),
                                version,
                                wantedBy.map(by -> ", which %s asks for".formatted(by))
                                        .orElse("")));
    }

    private static String shortName(DependencyNode node) {
        return node.getArtifact().getArtifactId() + ":" + node.getArtifact().getVersion();
    }

    List<Winner> winners() {
        return winners;
    }

    /// A line for each version that had to give way.
    List<String> settled() {
        return List.copyOf(settled.values());
    }
}
