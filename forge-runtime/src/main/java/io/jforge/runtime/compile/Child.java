package io.jforge.runtime.compile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end: with a deadline, a memory limit, and no more of its output than anybody reads.
final class Child {
    /// For what maps a GPU's memory: its address space is large, and says nothing of what it uses.
    static final long NO_MEMORY_LIMIT = Long.MAX_VALUE;

    private static final int USUAL_OUTPUT = 64 << 10;

    /// No object of ours has a hundredth of it, and a line of C can make one that fills a disk.
    static final long LARGEST_FILE = 512L << 20;

    private static final int SHELL_BLOCK = 512; // POSIX: the unit of `ulimit -f`

    private final Duration deadline;
    private final long memoryBytes;
    private final int outputKept;

    Child(Duration deadline, long memoryBytes) {
        this(deadline, memoryBytes, USUAL_OUTPUT);
    }

    /// @param outputKept the most bytes of output that anybody reads
    Child(Duration deadline, long memoryBytes, int outputKept) {
        this.deadline = deadline;
        this.memoryBytes = memoryBytes;
        this.outputKept = outputKept;
    }

    /// How it ended: its exit status, or that it was killed at the deadline.
    record Ended(int status, String output, boolean late) {
        boolean well() {
            return status == 0 && !late;
        }

        /// Whether it was ended for writing a file beyond all measure.
        boolean tooLarge() {
            return !well() && output.contains("File size limit exceeded");
        }
    }

    /// Runs `command` in `folder`, in this process's environment.
    Ended run(Path folder, List<String> command) {
        return run(folder, command, Map.of());
    }

    /// Runs `command` in `folder`, with its temporary files there too; standard output and error come back as one text.
    ///
    /// @param command its first word is the path of a program
    /// @param environment what differs there from this process's
    /// @throws MissingTool if there is no such program
    /// @throws CancellationException if this thread is interrupted, or was before; the program was killed
    Ended run(Path folder, List<String> command, Map<String, String> environment) {
        // a wait for a program that has ended already would not say so
        if (Thread.currentThread().isInterrupted()) throw new CancellationException("interrupted");
        if (!Files.isExecutable(Path.of(command.getFirst())))
            throw new MissingTool("cannot start " + command.getFirst() + ": is it still installed?");
        Process process = null;
        try {
            var builder = new ProcessBuilder(limited(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(nothing().toFile()));
            builder.environment().put("TMPDIR", folder.toAbsolutePath().toString());
            builder.environment().putAll(environment);
            process = builder.start();
            var output = new Output(process, outputKept);
            boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) kill(process);
            return new Ended(ended ? process.exitValue() : -1, output.text(), !ended);
        } catch (IOException failed) {
            throw new MissingTool("cannot start " + command.getFirst() + ": " + failed.getMessage());
        } catch (InterruptedException _) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// The limits of a program that ends: on files and on processor time too, for one that is born while its parent is
    /// killed.
    private List<String> limited(List<String> command) {
        return limited(
                command,
                "%sulimit -t %d 2>/dev/null; ulimit -f %d 2>/dev/null; "
                        .formatted(memory(memoryBytes), deadline.toSeconds() + 2, LARGEST_FILE / SHELL_BLOCK));
    }

    /// The limits of a program that stays.
    static List<String> limited(List<String> command, long memoryBytes) {
        return limited(command, memory(memoryBytes));
    }

    private static String memory(long bytes) {
        return bytes == NO_MEMORY_LIMIT ? "" : "ulimit -v %d 2>/dev/null; ".formatted(bytes >> 10);
    }

    /// The shell's own limits: they hold for the compiler's children too. Where a system lacks one (macOS) the program
    /// runs without.
    private static List<String> limited(List<String> command, String limits) {
        var all = new ArrayList<>(List.of("/bin/sh", "-c", limits + "exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    private static Path nothing() {
        return Path.of("/dev/null");
    }

    /// What a program says, read to its end so that the program never waits for a reader, kept as far as anybody
    /// reads it.
    private static final class Output {
        private static final long PATIENCE_MILLIS = 500;

        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int most;
        private final Thread reader;

        Output(Process process, int most) {
            this.most = most;
            reader = Thread.ofVirtual().start(() -> read(process.getInputStream()));
        }

        private void read(InputStream from) {
            try (from) {
                var buffer = new byte[8192];
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer))
                    kept.write(buffer, 0, Math.min(n, most - kept.size()));
            } catch (IOException _) {
                return; // it was killed
            }
        }

        /// All of it, once the program has ended; a child that it left behind may hold the pipe open for ever.
        String text() throws InterruptedException {
            reader.join(PATIENCE_MILLIS);
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    private static void kill(Process process) {
        if (process == null) return;
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
