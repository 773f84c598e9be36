package io.jforge.jupyter.magic.common;

import java.time.Duration;

/// Does something when a time has passed, again and again until it is closed: once may fall between two
/// statements, where there is nothing to stop.
final class Deadline implements AutoCloseable {
    private static final long AGAIN_MILLIS = 100;

    private final Thread watch;
    private boolean closed;
    private boolean passed;

    Deadline(Duration after, Runnable action) {
        watch = Thread.ofVirtual().name("deadline").start(() -> watch(after.toMillis(), action));
    }

    private void watch(long millis, Runnable action) {
        try {
            Thread.sleep(millis);
            while (due(action)) Thread.sleep(AGAIN_MILLIS);
        } catch (InterruptedException _) {
            // closed in time
        }
    }

    /// Holds the closing back, so that the action never meets what comes after.
    private synchronized boolean due(Runnable action) {
        if (closed) return false;
        passed = true;
        action.run();
        return true;
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
