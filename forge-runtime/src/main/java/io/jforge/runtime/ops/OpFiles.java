package io.jforge.runtime.ops;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The files that an op is declared by, wherever they are kept: op.yaml, reference.c, a naive source for
/// each language, and perhaps rewrites.yaml with its templates.
public final class OpFiles {
    private static final long MOST_BYTES = 1 << 20;

    private final Function<String, Optional<String>> texts;
    private final String where;

    /// @param texts gives the text of a file, if it is there
    OpFiles(Function<String, Optional<String>> texts, String where) {
        this.texts = texts;
        this.where = where;
    }

    /// @throws SpecException if there is no such folder
    public static OpFiles in(Path folder) {
        if (!Files.isDirectory(folder))
            throw new SpecException(
                    "no folder '%s': an op is a folder with op.yaml, reference.c and naive.c or naive.cu"
                            .formatted(folder));
        return new OpFiles(file -> text(folder.resolve(file)), folder.toString());
    }

    /// Those that were kept elsewhere than in a folder.
    ///
    /// @param where for messages
    public static OpFiles of(Map<String, String> texts, String where) {
        return new OpFiles(file -> Optional.ofNullable(texts.get(file)), where);
    }

    /// @throws SpecException naming the file that is missing or wrong
    public Catalogue.Entry entry() {
        var declaration = required("op.yaml");
        var op = named("op.yaml", () -> Op.parse(declaration));
        var reference = required("reference.c");
        var rewrites = named(
                "rewrites.yaml",
                () -> texts.apply("rewrites.yaml")
                        .map(yaml -> Rewrites.parse(yaml, this::template))
                        .orElseGet(() -> new Rewrites(List.of())));
        return new Catalogue.Entry(op, declaration, reference, naive(), rewrites);
    }

    private Map<Language, Source> naive() {
        var naive = new LinkedHashMap<Language, Source>();
        for (var language : Language.values()) {
            var file = "naive." + language.suffix();
            texts.apply(file).ifPresent(text -> naive.put(language, named(file, () -> source(text, language))));
        }
        if (naive.isEmpty()) throw new SpecException("%s has neither naive.c nor naive.cu".formatted(where));
        return naive;
    }

    private static Source source(String text, Language language) {
        var source = Source.parse(text);
        if (source.language() == language) return source;
        throw new SpecException("its header says %s".formatted(source.language().label()));
    }

    private String template(String file) {
        if (file.contains("/") || file.contains("\\"))
            throw new SpecException("the template '%s' is not a file of this folder".formatted(file));
        return required(file);
    }

    private String required(String file) {
        return texts.apply(file).orElseThrow(() -> new SpecException("%s has no %s".formatted(where, file)));
    }

    private static Optional<String> text(Path file) {
        try {
            if (!Files.exists(file)) return Optional.empty();
            if (Files.size(file) > MOST_BYTES) throw new SpecException("%s is larger than 1 MB".formatted(file));
            return Optional.of(Files.readString(file));
        } catch (CharacterCodingException binary) {
            throw new SpecException("%s is not text in UTF-8".formatted(file));
        } catch (IOException unreadable) {
            throw new SpecException("cannot read %s".formatted(file));
        }
    }

    private static <T> T named(String file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (SpecException wrong) {
            throw new SpecException(file + ": " + wrong.getMessage());
        }
    }
}
