package io.jforge.runtime.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/// Tries one seed after another, each within a time limit, and counts how they end.
final class Tally {
    private final String what;
    private final Duration limit;
    private final TreeMap<String, Integer> endings = new TreeMap<>();
    private int cases;
    private long slowestNanos;
    private long slowestSeed;

    Tally(String what, Duration limit) {
        this.what = what;
        this.limit = limit;
    }

    /// @param trial says how a seed ends; what it throws is a failure, and so is that it does not end
    void run(long first, int count, LongFunction<String> trial) {
        for (long seed = first; seed < first + count; seed++) one(seed, trial);
    }

    private void one(long seed, LongFunction<String> trial) {
        long start = System.nanoTime();
        var ending = new CompletableFuture<String>();
        var thread = Thread.ofPlatform().daemon().start(() -> complete(ending, seed, trial));
        try {
            endings.merge(ending.get(limit.toMillis(), TimeUnit.MILLISECONDS), 1, Integer::sum);
        } catch (TimeoutException _) {
            var stack = thread.getStackTrace();
            throw new AssertionError("%s, seed %d: no end in %s, at %s"
                    .formatted(what, seed, limit, stack.length > 0 ? stack[0] : "nothing"));
        } catch (ExecutionException thrown) {
            throw new AssertionError("%s, seed %d: %s".formatted(what, seed, thrown.getCause()), thrown.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stopped);
        }
        cases++;
        long took = System.nanoTime() - start;
        if (took <= slowestNanos) return;
        slowestNanos = took;
        slowestSeed = seed;
    }

    @SuppressWarnings("CatchingThrowable") // an error is what is looked for
    private static void complete(CompletableFuture<String> ending, long seed, LongFunction<String> trial) {
        try {
            ending.complete(trial.apply(seed));
        } catch (Throwable thrown) {
            ending.completeExceptionally(thrown);
        }
    }

    int count(String ending) {
        return endings.getOrDefault(ending, 0);
    }

    /// Prints the counts; each of these endings must have come up.
    void assertEnded(String... all) {
        System.out.printf(
                "fuzz %s: %d cases, %s; slowest %d ms (seed %d)%n",
                what, cases, endings, slowestNanos / 1_000_000, slowestSeed);
        assertThat(endings).containsKeys(all);
    }
}
