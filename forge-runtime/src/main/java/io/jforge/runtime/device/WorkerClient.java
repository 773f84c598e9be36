package io.jforge.runtime.device;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// One worker process, seen from its parent: asks, waits with a deadline, and kills it when that has passed.
final class WorkerClient implements Link {
    private static final SecureRandom TAGS = new SecureRandom();
    private static final String FORGED = "something wrote into the channel of results (a forged or broken reply)";

    private static final int READ_AHEAD = 2;

    private final Process process;
    private final DataOutputStream requests;
    private final BlockingQueue<Optional<Frames.Frame>> replies = new ArrayBlockingQueue<>(READ_AHEAD);
    private final Spoken errors = new Spoken();
    private final Thread errorReader;

    /// Starts a worker for a device, `cpu` or `cuda:0`.
    ///
    /// @param confined how, if it is to be
    WorkerClient(String device, Optional<Confinement> confined) {
        var started = new CompletableFuture<Process>();
        var command = command(device, confined);
        // a sandbox dies with the thread that started it
        Thread.ofPlatform().daemon().name("worker replies").start(() -> run(command, started));
        try {
            process = started.join();
        } catch (CompletionException failed) {
            var why = failed.getCause();
            throw new DeviceException("cannot start a worker process: " + why.getMessage(), why);
        }
        requests = new DataOutputStream(process.getOutputStream());
        errorReader = Thread.ofPlatform().daemon().name("worker errors").start(() -> errors.hear(process));
    }

    private void run(ProcessBuilder command, CompletableFuture<Process> started) {
        try {
            started.complete(command.start());
        } catch (IOException failed) {
            started.completeExceptionally(failed);
            return;
        }
        receive(started.join());
    }

    /// The class path is not among the words, since systems show no more of a command than its first 4,096 bytes.
    /// Standard output is the channel of replies, so the JVM's own words go to standard error.
    static ProcessBuilder command(String device, Optional<Confinement> confined) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:+ErrorFileToStderr",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "--enable-native-access=ALL-UNNAMED"));
        confined.ifPresent(_ -> command.addAll(steady()));
        command.addAll(List.of(Worker.class.getName(), device));
        confined.ifPresent(how -> command.addAll(limits(how)));
        var builder = new ProcessBuilder();
        var environment = builder.environment();
        environment.keySet().removeIf(name -> !KEPT.contains(name));
        environment.put(
                "CLASSPATH", confined.isPresent() ? View.classes().toString() : System.getProperty("java.class.path"));
        environment.put("OMP_DYNAMIC", "false");
        environment.put("OMP_STACKSIZE", (Worker.STACK_BYTES >> 10) + "K");
        if (confined.isPresent()) environment.put("OMP_THREAD_LIMIT", Integer.toString(teamLimit()));
        return builder.command(confined.map(how -> how.around(environment.getOrDefault("LD_LIBRARY_PATH", ""), command))
                .orElse(command));
    }

    private static List<String> limits(Confinement how) {
        var limits = Restraint.Limits.here(how.view().writable());
        return List.of(Long.toString(limits.memory()), Long.toString(limits.file()));
    }

    /// It sees no control groups, and keeps the threads that it starts with.
    private static List<String> steady() {
        return List.of(
                "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors(),
                "-XX:-UseDynamicNumberOfCompilerThreads",
                "-XX:-UsePerfData");
    }

    /// More than anybody asks for to good effect, and few enough for their stacks to fit what a run may take.
    private static int teamLimit() {
        return Math.max(64, 2 * Runtime.getRuntime().availableProcessors());
    }

    /// Candidates have no business with the person's environment: keys may be in it.
    private static final List<String> KEPT = List.of(
            "PATH",
            "LD_LIBRARY_PATH",
            "DYLD_LIBRARY_PATH",
            "CUDA_VISIBLE_DEVICES",
            "NVIDIA_VISIBLE_DEVICES",
            "TMPDIR",
            "HOME",
            "LANG",
            "LC_ALL");

    /// A worker that is late, or whose parent is interrupted, is killed.
    @Override
    public Reply ask(Request request, Duration deadline) {
        try {
            long tag = TAGS.nextLong();
            Frames.write(requests, tag, out -> Request.write(out, request));
            var reply = replies.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (reply != null) return read(reply, tag);
            // one that crashed in time may be at its report still
            if (CrashReport.isBegun(errors.text())) throw new WorkerLost.Ended(howItEnded());
            close();
            throw new WorkerLost.Late(deadline);
        } catch (IOException _) {
            throw new WorkerLost.Ended(howItEnded());
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// Until the pipe ends, or holds what the worker did not write: more than was asked for, or no frames.
    private void receive(Process from) {
        try (var in = new DataInputStream(new BufferedInputStream(from.getInputStream()))) {
            while (replies.offer(Optional.of(Frames.read(in)))) continue;
        } catch (EOFException _) {
            replies.offer(Optional.empty());
            return;
        } catch (IOException _) {
            replies.offer(Optional.of(Frames.NONE));
        }
        from.destroyForcibly();
    }

    /// A frame with another tag was written by something that is not the worker.
    private Reply read(Optional<Frames.Frame> received, long tag) throws IOException {
        var frame = received.orElseThrow(EOFException::new);
        if (frame.isFor(tag)) return Reply.read(frame.content());
        close();
        throw new WorkerLost.Ended(FORGED);
    }

    private String howItEnded() {
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) process.destroyForcibly();
            errorReader.join(1000);
            return CrashReport.describe(errors.text(), process.waitFor());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
