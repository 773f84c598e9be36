package io.jforge.jupyter.client;

import java.time.Duration;

/// A span of time that began when this was made.
final class Deadline {
    private final long start = System.nanoTime();
    private final Duration span;

    Deadline(Duration span) {
        this.span = span;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    boolean isOver() {
        return elapsed().compareTo(span) >= 0;
    }

    @Override
    public String toString() {
        return span.toMillis() % 1000 == 0 ? span.toSeconds() + " s" : span.toMillis() + " ms";
    }
}
