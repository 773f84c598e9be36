package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.ConnectionInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A kernel's process with its connection file; closing it leaves neither, nor a child of it, nor a file.
final class RunningKernel implements AutoCloseable {
    private static final int LAST_WORDS = 12;

    /// Gives the kernel a session of its own, so that a terminal's interrupt key reaches the runner alone.
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final ConnectionInfo connection =
            ConnectionInfo.onFreePorts(UUID.randomUUID().toString());
    private final Path folder;
    private final Path log;
    private final Process process;
    private final Thread atExit = new Thread(this::leaveNothing, "end the kernel");
    private final List<ProcessHandle> children = new ArrayList<>();

    /// @param argv the command, where `{connection_file}` stands for the file to read
    /// @throws KernelLostException when there is no such command
    RunningKernel(List<String> argv, Path workingDirectory, Map<String, String> environment) {
        try {
            folder = Files.createTempDirectory("jforge-run-");
            log = folder.resolve("kernel.log");
            Path file = folder.resolve("connection.json");
            connection.write(file);
            process = start(
                    argv.stream()
                            .map(each -> each.replace("{connection_file}", file.toString()))
                            .toList(),
                    workingDirectory,
                    environment);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the temporary folder", e);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private Process start(List<String> argv, Path workingDirectory, Map<String, String> environment) {
        var command = new ArrayList<>(argv);
        if (Files.isExecutable(SETSID)) {
            command.addFirst(SETSID.toString());
        }
        var builder = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment()
                .put("JPY_PARENT_PID", String.valueOf(ProcessHandle.current().pid()));
        try {
            Process started = builder.start();
            started.getOutputStream().close();
            return started;
        } catch (IOException e) {
            deleteFolder();
            throw new KernelLostException("the kernel did not start: " + e.getMessage());
        }
    }

    ConnectionInfo connection() {
        return connection;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Whether it went the way a terminal's interrupt key ends what does not mind it.
    boolean endedByInterrupt() {
        return process.exitValue() == 130;
    }

    /// How it ended, with the last lines it printed to its own standard streams.
    String obituary() {
        String words = lastWords();
        return "%s%s".formatted(howItEnded(process.exitValue()), words.isEmpty() ? "" : "; it last said:\n" + words);
    }

    private static String howItEnded(int exitCode) {
        return exitCode > 128 && exitCode < 160
                ? "ended by signal %d (exit code %d)".formatted(exitCode - 128, exitCode)
                : "ended with exit code %d".formatted(exitCode);
    }

    private String lastWords() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    /// Waits until it has ended by itself, or the time is over.
    void awaitExit(Duration atMost) {
        process.descendants().forEach(children::add);
        try {
            process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends it at once, with all that it started.
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            return; // this JVM is ending, and the hook does what is left to do
        }
        leaveNothing();
    }

    private void leaveNothing() {
        kill();
        try {
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        deleteFolder();
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear the temporary folder " + folder, e);
        }
    }
}
