package io.jforge.runtime.device;

import java.util.Locale;

/// What stands between a candidate and this process.
public enum Isolation {
    /// A process of its own, which can be ended.
    WORKER,

    /// Nothing: a thread of this process. For code that is trusted not to crash or hang.
    IN_PROCESS;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
