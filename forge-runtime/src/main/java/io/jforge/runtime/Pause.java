package io.jforge.runtime;

import java.util.concurrent.CancellationException;

/// A wait between two looks at something that another process changes.
final class Pause {
    private Pause() {}

    /// @throws CancellationException if this thread is interrupted, and stays so
    static void ofMillis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
