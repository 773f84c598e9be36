package io.jforge.runtime.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end: with a deadline, a memory limit, and no more of its output than anybody reads.
final class Child {
    private static final int OUTPUT_KEPT = 64 << 10;

    private final Duration deadline;
    private final long memoryBytes;

    Child(Duration deadline, long memoryBytes) {
        this.deadline = deadline;
        this.memoryBytes = memoryBytes;
    }

    /// How it ended: its exit status, or that it was killed at the deadline.
    record Ended(int status, String output, boolean late) {
        boolean well() {
            return status == 0 && !late;
        }
    }

    /// Runs `command` in `folder`; standard output and error come back as one text.
    ///
    /// @throws CancellationException if this thread is interrupted; the program was killed
    Ended run(Path folder, List<String> command) {
        Process process = null;
        try {
            process = new ProcessBuilder(limited(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(nothing().toFile()))
                    .start();
            var reading = read(process);
            boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) kill(process);
            return new Ended(ended ? process.exitValue() : -1, reading.join(), !ended);
        } catch (IOException failed) {
            throw new MissingTool("cannot start " + command.getFirst() + ": " + failed.getMessage());
        } catch (InterruptedException _) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// The shell's own limit on address space: it holds for the compiler's children too. Where a system has no
    /// such limit (macOS) the program runs without.
    private List<String> limited(List<String> command) {
        var all = new ArrayList<>(
                List.of("/bin/sh", "-c", "ulimit -v " + (memoryBytes >> 10) + " 2>/dev/null; exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    private static Path nothing() {
        return Path.of("/dev/null");
    }

    private static CompletableFuture<String> read(Process process) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (var in = process.getInputStream()) {
                        var kept = new String(in.readNBytes(OUTPUT_KEPT), StandardCharsets.UTF_8);
                        in.skip(Long.MAX_VALUE);
                        return kept;
                    } catch (IOException closed) {
                        return "";
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private static void kill(Process process) {
        if (process == null) return;
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
