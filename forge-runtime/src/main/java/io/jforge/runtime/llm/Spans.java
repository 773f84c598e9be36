package io.jforge.runtime.llm;

import java.time.Duration;

/// Lengths of time in words.
final class Spans {
    private static final long MINUTES_FROM = 120;
    private static final long HOURS_FROM = 7200;

    private Spans() {}

    /// `300 ms`, `60 s`, `5 min`, `3 h`.
    static String words(Duration time) {
        long seconds = time.toSeconds();
        if (seconds == 0) return time.toMillis() + " ms";
        if (seconds < MINUTES_FROM) return seconds + " s";
        return seconds < HOURS_FROM ? Math.ceilDiv(seconds, 60) + " min" : Math.ceilDiv(seconds, 3600) + " h";
    }
}
