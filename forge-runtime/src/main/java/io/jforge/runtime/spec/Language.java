package io.jforge.runtime.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a Source is written in.
public enum Language {
    CUDA("cuda"),
    C("c");

    private final String label;

    Language(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /// The ending of its files, as in `naive.c` and `naive.cu`.
    public String suffix() {
        return this == CUDA ? "cu" : "c";
    }

    /// The language of that label; a [SpecException] names those there are.
    public static Language of(String label) {
        return find(label)
                .orElseThrow(() -> new SpecException(
                        "no language '%s': there are %s".formatted(label, String.join(", ", labels()))));
    }

    static Optional<Language> find(String label) {
        return Arrays.stream(values()).filter(l -> l.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Language::label).toList();
    }
}
