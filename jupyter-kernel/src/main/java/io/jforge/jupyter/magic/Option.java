package io.jforge.jupyter.magic;

import java.util.Optional;

/// One option of a magic, as its help, its completion and its parsing know it.
///
/// @param name with its dashes
/// @param value what stands behind it, if anything does, such as `URL`
public record Option(String name, Optional<String> value, String meaning) {
    public Option {
        if (!name.startsWith("-")) throw new IllegalArgumentException("an option starts with a dash, not as " + name);
    }

    public static Option flag(String name, String meaning) {
        return new Option(name, Optional.empty(), meaning);
    }

    public static Option taking(String name, String value, String meaning) {
        return new Option(name, Optional.of(value), meaning);
    }

    /// With its value, as help shows it.
    String usage() {
        return value.map(v -> name + " " + v).orElse(name);
    }
}
