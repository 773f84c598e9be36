package io.jforge.runtime.measure;

import java.util.Locale;

/// What a candidate finds in the caches when it is timed.
public enum Cache {
    /// Nothing of its own: they are flushed before each sample, and inputs rotate.
    COLD,

    /// What its last run on the same inputs left there.
    WARM;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Cache other() {
        return this == COLD ? WARM : COLD;
    }
}
