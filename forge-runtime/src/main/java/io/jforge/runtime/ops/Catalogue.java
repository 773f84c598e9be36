package io.jforge.runtime.ops;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The Ops that come with JForge, read from its class path when they are asked for.
public final class Catalogue {
    private static final String ROOT = "/ops/";

    private final Map<String, Entry> read = new LinkedHashMap<>();

    /// One Op with everything that its folder holds.
    ///
    /// @param reference the text of reference.c
    /// @param naive the beginner's Source in each language there is
    public record Entry(Op op, String reference, Map<Language, Source> naive, Rewrites rewrites) {
        /// @throws SpecException if the catalogue has no naive source in that language
        public Source naive(Language language) {
            return Optional.ofNullable(naive.get(language))
                    .orElseThrow(() ->
                            new SpecException("%s has no naive %s source yet".formatted(op.name(), language.label())));
        }
    }

    /// Names in the order in which they are listed.
    public List<String> names() {
        return text("index.txt")
                .orElseThrow()
                .lines()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /// @throws SpecException naming the nearest if there is no such op
    public synchronized Entry find(String name) {
        if (!names().contains(name))
            throw new SpecException(
                    "no op named '%s'.%s `%%forge ops` lists them.".formatted(name, Nearest.suffix(name, names())));
        return read.computeIfAbsent(name, Catalogue::read);
    }

    private static Entry read(String name) {
        var op = Op.parse(required(name, "op.yaml"));
        var naive = new LinkedHashMap<Language, Source>();
        for (var language : Language.values())
            text(name + "/naive." + language.suffix()).ifPresent(text -> naive.put(language, Source.parse(text)));
        var rewrites = Rewrites.parse(required(name, "rewrites.yaml"), file -> required(name, file));
        return new Entry(op, required(name, "reference.c"), naive, rewrites);
    }

    private static String required(String op, String file) {
        return text(op + "/" + file)
                .orElseThrow(() -> new IllegalStateException("ops/" + op + "/" + file + " is missing from this build"));
    }

    private static Optional<String> text(String file) {
        try (var in = Catalogue.class.getResourceAsStream(ROOT + file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read ops/" + file, unreadable);
        }
    }
}
