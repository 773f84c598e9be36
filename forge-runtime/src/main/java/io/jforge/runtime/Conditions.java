package io.jforge.runtime;

import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Cache;

/// How candidates are run and timed: when it is their turn, in which process, with what in the caches.
record Conditions(DeviceLock lock, Isolation isolation, Cache cache) {
    static Conditions usual(DeviceLock lock) {
        return new Conditions(lock, Isolation.WORKER, Cache.COLD);
    }
}
