package io.jforge.runtime.device;

import java.time.Duration;

/// The worker is gone; the [Fence] turns this into an Outcome and starts another.
@SuppressWarnings("serial")
abstract sealed class WorkerLost extends RuntimeException {
    private WorkerLost(String message) {
        super(message);
    }

    /// It ended while it was working.
    static final class Ended extends WorkerLost {
        Ended(String how) {
            super(how);
        }
    }

    /// It was killed since it did not answer in time.
    static final class Late extends WorkerLost {
        private final Duration limit;

        Late(Duration limit) {
            super("no answer in " + limit.toMillis() + " ms");
            this.limit = limit;
        }

        Duration limit() {
            return limit;
        }
    }
}
