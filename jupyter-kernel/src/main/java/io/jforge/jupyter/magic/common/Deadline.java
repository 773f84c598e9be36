package io.jforge.jupyter.magic.common;

import java.time.Duration;

/// Does something when a time has passed, unless it is closed before.
final class Deadline implements AutoCloseable {
    private final Thread watch;
    private boolean closed;
    private boolean passed;

    Deadline(Duration after, Runnable action) {
        watch = Thread.ofPlatform().daemon().name("deadline").start(() -> watch(after.toMillis(), action));
    }

    private void watch(long millis, Runnable action) {
        try {
            Thread.sleep(millis);
            due(action);
        } catch (InterruptedException _) {
            // closed in time
        }
    }

    /// Holds the closing back, so that the action never meets what comes after.
    private synchronized void due(Runnable action) {
        if (closed) return;
        passed = true;
        action.run();
    }

    synchronized boolean hasPassed() {
        return passed;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        watch.interrupt();
    }
}
