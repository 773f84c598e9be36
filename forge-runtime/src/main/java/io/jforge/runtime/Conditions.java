package io.jforge.runtime;

import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Cache;

/// How candidates are run and timed: when it is their turn, and what was chosen for the run.
record Conditions(DeviceLock lock, Chosen chosen) {
    /// In which process candidates run, with what in the caches, for how long at most.
    record Chosen(Isolation isolation, Cache cache, Deadlines deadlines) {
        static Chosen usual() {
            return new Chosen(Isolation.WORKER, Cache.COLD, Deadlines.usual());
        }
    }

    static Conditions usual(DeviceLock lock) {
        return new Conditions(lock, Chosen.usual());
    }
}
