package io.jforge.runtime.device;

import java.time.Duration;

/// Where a fence has its requests answered.
interface Link extends AutoCloseable {
    /// Asks and waits.
    ///
    /// @throws WorkerLost if what answers is gone, or did not answer in time and was ended
    /// @throws DeviceException if it did not answer in time and cannot be ended
    /// @throws java.util.concurrent.CancellationException if this thread was interrupted
    Reply ask(Request request, Duration deadline);

    /// The process that answers.
    long pid();

    @Override
    void close();
}
