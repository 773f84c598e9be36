package io.jforge.runtime.spec;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// A shape symbol; one that collapses takes several numbers of `--shape`, one with a default may be left out.
public record Symbol(String name, Optional<Collapse> collapse, OptionalLong defaultValue) {
    /// Which dimensions of a longer shape fold into the symbol.
    public enum Collapse {
        LEADING,
        TRAILING,
        ALL;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
