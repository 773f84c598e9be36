package io.jforge.runtime.llm;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before a question is asked again: twice as long each time, and not all callers at once.
final class Backoff {
    private static final long FIRST_MILLIS = 1000;
    private static final long MOST_MILLIS = 60_000;
    private static final double AT_LEAST = 0.5;
    private static final double BEYOND = 0.1;

    private final RandomGenerator random;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /// @param attempt the try that comes after the wait; the second is the first to wait for
    Duration before(int attempt, Trouble trouble) {
        var usual = usual(attempt);
        return trouble.pause()
                .map(this::asked)
                .filter(asked -> asked.compareTo(usual) > 0)
                .orElse(usual);
    }

    /// What the server asks for, and a little more: others were told the same.
    private Duration asked(Duration wait) {
        return wait.plusMillis(Math.round(Math.min(wait.toMillis(), MOST_MILLIS) * BEYOND * draw()));
    }

    private Duration usual(int attempt) {
        long most = Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(attempt - 2, 30));
        return Duration.ofMillis(Math.round(most * (AT_LEAST + (1 - AT_LEAST) * draw())));
    }

    /// Generators are not all made for several threads.
    private double draw() {
        synchronized (random) {
            return random.nextDouble();
        }
    }
}
