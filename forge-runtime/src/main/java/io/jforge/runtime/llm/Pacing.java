package io.jforge.runtime.llm;

import java.time.Duration;
import java.time.ZonedDateTime;

/// The time by which calls are repeated; tests have one that does not wait.
interface Pacing {
    Pacing REAL = new Pacing() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public ZonedDateTime now() {
            return ZonedDateTime.now();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            Thread.sleep(time);
        }
    };

    /// As [System#nanoTime]: for what goes by.
    long nanos();

    /// As the person's clock on the wall has it.
    ZonedDateTime now();

    void sleep(Duration time) throws InterruptedException;
}
