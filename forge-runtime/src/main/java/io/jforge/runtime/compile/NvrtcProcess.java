package io.jforge.runtime.compile;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// One compile server, seen from its parent: asks, waits with a deadline, and kills it when that has passed.
final class NvrtcProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int ERROR_LINES = 40;
    private static final List<String> KEPT = List.of("PATH", "LD_LIBRARY_PATH", "TMPDIR", "HOME", "LANG", "LC_ALL");

    private final Process process;
    private final DataOutputStream asking;
    private final LinkedBlockingQueue<Object> replies = new LinkedBlockingQueue<>();
    private final StringBuilder errors = new StringBuilder();
    private final Thread errorReader;
    private final NvrtcFrames.Hello hello;
    private volatile boolean ended;

    /// Starts a server and waits until it has loaded NVRTC.
    ///
    /// @param folder where it runs: a `#include "..."` is looked for there first
    /// @throws MissingTool if it does not start or the library does not load
    NvrtcProcess(Nvrtc nvrtc, Path folder, long memoryBytes) {
        try {
            process = command(nvrtc, folder, memoryBytes).start();
        } catch (IOException failed) {
            throw new MissingTool("cannot start a compile server: " + failed.getMessage());
        }
        asking = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        Thread.ofPlatform().daemon().name("nvrtc replies").start(this::receive);
        errorReader = Thread.ofPlatform().daemon().name("nvrtc errors").start(this::drainErrors);
        hello = greeted(nvrtc);
    }

    /// The server did not answer, and is gone.
    @SuppressWarnings("serial")
    static final class Lost extends Exception {
        private final boolean late;

        private Lost(String how, boolean late) {
            super(how);
            this.late = late;
        }

        /// Whether it was killed at the deadline.
        boolean late() {
            return late;
        }
    }

    NvrtcFrames.Hello hello() {
        return hello;
    }

    /// Compiles one text.
    ///
    /// @throws Lost if the server ended, or was killed at the deadline
    /// @throws CancellationException if this thread is interrupted; the server was killed
    NvrtcFrames.Answer compile(NvrtcFrames.Ask ask, Duration deadline) throws Lost {
        try {
            ask.write(asking);
        } catch (IOException _) {
            throw new Lost(howItEnded(), false);
        }
        if (next(deadline) instanceof NvrtcFrames.Answer answer) return answer;
        throw new Lost(howItEnded(), false);
    }

    /// Whether it can be asked again: one that was killed may take a while to die.
    boolean isUsable() {
        return !ended && process.isAlive();
    }

    private NvrtcFrames.Hello greeted(Nvrtc nvrtc) {
        try {
            if (!(next(START) instanceof NvrtcFrames.Hello said)) throw new Lost(howItEnded(), false);
            if (!said.trouble().isEmpty())
                throw new MissingTool("%s does not load: %s".formatted(nvrtc.library(), said.trouble()));
            return said;
        } catch (Lost lost) {
            close();
            throw new MissingTool(
                    "the compile server for %s did not start: %s".formatted(nvrtc.library(), lost.getMessage()));
        }
    }

    private Object next(Duration deadline) throws Lost {
        try {
            var reply = replies.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (reply != null) return reply;
            close();
            throw new Lost("no answer in " + deadline.toMillis() + " ms", true);
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// Java takes as little address space as it can: what is left of the limit is the compiler's.
    private static ProcessBuilder command(Nvrtc nvrtc, Path folder, long memoryBytes) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xms8m",
                "-Xmx96m",
                "-XX:CompressedClassSpaceSize=16m",
                "-XX:ReservedCodeCacheSize=16m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+ErrorFileToStderr",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                NvrtcServer.class.getName(),
                nvrtc.library().toString(),
                nvrtc.builtins().toString()));
        var builder = new ProcessBuilder(Child.limited(command, memoryBytes)).directory(folder.toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> !KEPT.contains(name));
        environment.put("MALLOC_ARENA_MAX", "2");
        environment.put("CLASSPATH", absolute(System.getProperty("java.class.path")));
        return builder;
    }

    /// The class path as the child finds it, which runs in another folder.
    private static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void receive() {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            replies.add(NvrtcFrames.Hello.read(in));
            while (true) replies.add(NvrtcFrames.Answer.read(in));
        } catch (IOException ended) {
            replies.add(ended);
        }
    }

    private void drainErrors() {
        try (var lines = process.errorReader()) {
            int seen = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                if (seen++ < ERROR_LINES) errors.append(line).append('\n');
        } catch (IOException _) {
            errors.append('\n');
        }
    }

    private String howItEnded() {
        ended = true;
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) process.destroyForcibly();
            errorReader.join(1000);
            return CompilerDeath.describe(errors.toString(), process.waitFor());
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    @Override
    public void close() {
        ended = true;
        process.destroyForcibly();
    }
}
