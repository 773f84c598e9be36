package io.jforge.runtime;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/// A run that goes on beside what its maker does; it ends with this process, and what it has by then is kept.
public final class Background {
    private final String run;
    private final CompletableFuture<Run> end = new CompletableFuture<>();
    private final Thread thread;

    private Background(Runner runner, RunListener told) {
        run = runner.run();
        thread = Thread.ofPlatform().daemon().name("forge " + run).unstarted(() -> make(runner, told));
    }

    static Background start(Function<RunListener, Runner> maker, RunListener told) {
        var background = new Background(maker.apply(told), told);
        background.thread.start();
        return background;
    }

    /// Somebody has to be told of a failure although nobody waits.
    private void make(Runner runner, RunListener told) {
        try {
            end.complete(runner.make());
        } catch (RuntimeException | Error failed) {
            told.failed(failed);
            end.completeExceptionally(failed);
        }
    }

    /// The run's id, for [Forge#watch], [Forge#stop] and [Forge#run].
    public String id() {
        return run;
    }

    public boolean isGoingOn() {
        return !end.isDone();
    }

    /// Ends it early; what was tried is kept.
    public void stop() {
        thread.interrupt();
    }

    /// Waits for its end. What failed there is thrown here; interrupting this thread ends the wait, not the run.
    ///
    /// @throws CancellationException if this thread is interrupted
    public Run await() {
        try {
            return end.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException why) throw why;
            throw new CompletionException(failed.getCause());
        }
    }
}
