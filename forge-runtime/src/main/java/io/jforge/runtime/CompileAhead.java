package io.jforge.runtime;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Compiles what may be asked for next while the device works on something else, and each candidate once in a run.
final class CompileAhead implements AutoCloseable {
    private final Function<Candidate, Step<Binary>> compiler;
    private final int width;
    private final ThreadPoolExecutor threads;
    private final Map<String, FutureTask<Compiled>> tasks = new HashMap<>();

    /// What came of a compile.
    ///
    /// @param took on the wall clock
    /// @param waited the part of that for which it was waited for
    record Compiled(Step<Binary> binary, Duration took, Duration waited) {
        Duration ahead() {
            return took.minus(waited).isNegative() ? Duration.ZERO : took.minus(waited);
        }
    }

    /// @param width compiles at once besides the one that is waited for; 0: none are begun ahead
    CompileAhead(Function<Candidate, Step<Binary>> compiler, int width) {
        this.compiler = compiler;
        this.width = width;
        this.threads = new ThreadPoolExecutor(
                width,
                Math.max(1, width),
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("compile ahead ", 0).factory());
    }

    int width() {
        return width;
    }

    /// Begins to compile these; what was expected before and is not begun is given up.
    void expect(List<Candidate> next) {
        threads.getQueue().clear();
        next.stream()
                .limit(width)
                .map(this::task)
                .filter(task -> !task.isDone())
                .forEach(threads::execute);
    }

    /// The candidate's binary: at once where it was compiled ahead, else compiled on this thread or waited for.
    ///
    /// @throws CancellationException if this thread is interrupted
    Compiled get(Candidate candidate) {
        long start = System.nanoTime();
        var task = task(candidate);
        task.run(); // does nothing where another thread runs it, or has
        try {
            var compiled = task.get();
            var waited = Duration.ofNanos(System.nanoTime() - start);
            return new Compiled(compiled.binary(), compiled.took(), waited);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException failed) {
            forget(candidate);
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        }
    }

    private synchronized FutureTask<Compiled> task(Candidate candidate) {
        return tasks.computeIfAbsent(candidate.key(), _ -> new FutureTask<>(() -> compile(candidate)));
    }

    private synchronized void forget(Candidate candidate) {
        tasks.remove(candidate.key());
    }

    private Compiled compile(Candidate candidate) {
        long start = System.nanoTime();
        var binary = compiler.apply(candidate);
        return new Compiled(binary, Duration.ofNanos(System.nanoTime() - start), Duration.ZERO);
    }

    /// Gives up what is not begun; what is under way ends with its compiler.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
