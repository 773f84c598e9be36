package io.jforge.runtime.ops;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Sha256;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The Ops that come with JForge, read from its class path when they are asked for, and those that a person added.
public final class Catalogue {
    private static final String ROOT = "/ops/";
    private static final int DIGEST_DIGITS = 16;

    private final Map<String, Entry> read = new LinkedHashMap<>();
    private final Map<String, Entry> added = new LinkedHashMap<>();

    /// One Op with everything that its folder holds.
    ///
    /// @param declaration the text of op.yaml
    /// @param reference the text of reference.c
    /// @param naive the beginner's Source in each language there is
    public record Entry(Op op, String declaration, String reference, Map<Language, Source> naive, Rewrites rewrites) {
        /// The texts of the files that say what it computes, by name.
        public Map<String, String> files() {
            var files = new TreeMap<>(Map.of("op.yaml", declaration, "reference.c", reference));
            naive.forEach((language, source) -> files.put("naive." + language.suffix(), source.text()));
            return files;
        }

        /// The first 16 digits of a SHA-256 of those files: of runs with the same one, candidates can be compared.
        public String digest() {
            return digest(files());
        }

        /// The same of files that were kept.
        public static String digest(Map<String, String> files) {
            var all = new StringBuilder();
            new TreeMap<>(files).forEach((name, text) -> all.append("%s %d\n%s".formatted(name, text.length(), text)));
            return Sha256.of(all.toString()).substring(0, DIGEST_DIGITS);
        }

        /// @throws SpecException if the catalogue has no naive source in that language
        public Source naive(Language language) {
            return Optional.ofNullable(naive.get(language))
                    .orElseThrow(() ->
                            new SpecException("%s has no naive %s source yet".formatted(op.name(), language.label())));
        }
    }

    /// Names in the order in which they are listed: JForge's own, then those that were added.
    public synchronized List<String> names() {
        return Stream.concat(own(), added.keySet().stream()).toList();
    }

    /// Whether it comes with JForge.
    public static boolean isOwn(String name) {
        return own().anyMatch(name::equals);
    }

    private static Stream<String> own() {
        return text("index.txt").orElseThrow().lines().map(String::strip).filter(name -> !name.isEmpty());
    }

    /// @throws SpecException naming the nearest if there is no such op
    public synchronized Entry find(String name) {
        if (!names().contains(name))
            throw new SpecException(
                    "no op named '%s'.%s `%%forge ops` lists them.".formatted(name, Nearest.suffix(name, names())));
        return added.containsKey(name) ? added.get(name) : read.computeIfAbsent(name, Catalogue::read);
    }

    /// Adds an op for as long as this catalogue is used.
    ///
    /// @throws SpecException if the name is taken
    public synchronized void add(Entry entry) {
        requireNew(entry.op().name());
        added.put(entry.op().name(), entry);
    }

    /// @throws SpecException if there is an op of this name already
    public void requireNew(String name) {
        if (names().contains(name))
            throw new SpecException("there is an op named '%s' already: give yours another name".formatted(name));
    }

    private static Entry read(String name) {
        return new OpFiles(file -> text(name + "/" + file), "ops/" + name).entry();
    }

    private static Optional<String> text(String file) {
        try (var in = Catalogue.class.getResourceAsStream(ROOT + file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read ops/" + file, unreadable);
        }
    }
}
