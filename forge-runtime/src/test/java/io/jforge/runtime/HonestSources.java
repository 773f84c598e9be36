package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.RewriteProposer;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;

/// Sources of an op that are right: the naive one, every template with one choice changed at a time, and the examples
/// that came with the formats.
final class HonestSources {
    private HonestSources() {}

    /// Those that a search would begin with.
    static List<Proposal> proposals(Task task, Language language) {
        var entry = new Catalogue().find(task.op().name());
        var naive = entry.naive(language);
        var proposer = new RewriteProposer(entry.rewrites(), task, language);
        var all = new ArrayList<>(List.of(new Proposal(naive, "naive", "naive")));
        var known = new HashSet<String>();
        var random = RandomGenerator.of("L64X128MixRandom");
        while (true) {
            var next = proposer.propose(new Parent(naive, "", known), random);
            if (next.isEmpty()) return all;
            known.add(next.get().source().hash());
            all.add(next.get());
        }
    }

    /// With the examples.
    static List<Proposal> all(Task task, Language language) {
        var all = proposals(task, language);
        for (var source : examples())
            if (source.language() == language && source.op().equals(task.op().name()))
                all.add(new Proposal(
                        source,
                        "example",
                        "example " + source.header().launches().getFirst().entry()));
        return all;
    }

    private static List<Source> examples() {
        try {
            var root = Path.of(HonestSources.class.getResource("/examples").toURI());
            try (var files = Files.walk(root)) {
                return files.filter(file ->
                                file.getParent().getFileName().toString().matches("c|cu"))
                        .sorted()
                        .map(HonestSources::source)
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Source source(Path file) {
        try {
            return Source.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
