package io.jforge.jupyter.magic;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Lines that a cell asks of the person who runs it, through the client's input box; those that wait wait in turn.
public final class CellInput {
    private final BlockingQueue<Asked> waiting = new LinkedBlockingQueue<>();
    private final Set<CompletableFuture<String>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean allowed;

    /// A line that is asked for; whoever needs it no longer cancels it.
    public record Asked(String prompt, CompletableFuture<String> line) {}

    /// Asks for a line; empty where no cell runs, or its client has nobody to ask.
    public Optional<CompletableFuture<String>> ask(String prompt) {
        if (!allowed) return Optional.empty();
        var line = new CompletableFuture<String>();
        open.add(line);
        line.whenComplete((_, _) -> open.remove(line));
        waiting.add(new Asked(prompt, line));
        return Optional.of(line);
    }

    /// A cell begins.
    ///
    /// @param byClient whether its client answers
    public void begin(boolean byClient) {
        allowed = byClient;
    }

    /// The cell has ended: nobody waits for a line any more.
    public void end() {
        allowed = false;
        waiting.clear();
        open.forEach(line -> line.cancel(false));
    }

    /// The next line to be asked for, waited for that long.
    public Optional<Asked> next(Duration atMost) throws InterruptedException {
        return Optional.ofNullable(waiting.poll(atMost.toMillis(), TimeUnit.MILLISECONDS))
                .filter(asked -> !asked.line().isDone());
    }
}
