package io.jforge.runtime.device;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// One worker process, seen from its parent: asks, waits with a deadline, and kills it when that has passed.
final class WorkerClient implements Link {
    private static final int CRASH_LINES = 150;

    private final Process process;
    private final DataOutputStream requests;
    private final LinkedBlockingQueue<Object> replies = new LinkedBlockingQueue<>();
    private final StringBuilder errors = new StringBuilder();
    private final Thread errorReader;

    /// Starts a worker for a device, `cpu` or `cuda:0`.
    WorkerClient(String device) {
        try {
            process = command(device).start();
        } catch (IOException failed) {
            throw new DeviceException("cannot start a worker process: " + failed.getMessage(), failed);
        }
        requests = new DataOutputStream(process.getOutputStream());
        Thread.ofPlatform().daemon().name("worker replies").start(this::receive);
        errorReader = Thread.ofPlatform().daemon().name("worker errors").start(this::drainErrors);
    }

    /// The class path is not among the words, since systems show no more of a command than its first 4,096 bytes.
    /// Standard output is the channel of replies, so the JVM's own words go to standard error.
    static ProcessBuilder command(String device) {
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
                "--enable-native-access=ALL-UNNAMED",
                Worker.class.getName(),
                device));
        var builder = new ProcessBuilder(command);
        var environment = builder.environment();
        environment.keySet().removeIf(name -> !KEPT.contains(name));
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        environment.put("OMP_DYNAMIC", "false");
        environment.put("OMP_STACKSIZE", (Worker.STACK_BYTES >> 10) + "K");
        return builder;
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
            send(request);
            var reply = replies.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (reply instanceof Reply answered) return answered;
            if (reply == null) {
                close();
                throw new WorkerLost.Late(deadline);
            }
            throw new WorkerLost.Ended(howItEnded());
        } catch (IOException _) {
            throw new WorkerLost.Ended(howItEnded());
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private void send(Request request) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Request.write(new DataOutputStream(bytes), request);
        requests.writeInt(bytes.size());
        bytes.writeTo(requests);
        requests.flush();
    }

    private void receive() {
        try (var in = new DataInputStream(new java.io.BufferedInputStream(process.getInputStream()))) {
            while (true) {
                in.readInt();
                replies.add(Reply.read(in));
            }
        } catch (IOException ended) {
            replies.add(ended);
        }
    }

    private void drainErrors() {
        try (var lines = process.errorReader()) {
            int seen = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                if (seen++ < CRASH_LINES) errors.append(line).append('\n');
        } catch (IOException _) {
            errors.append('\n');
        }
    }

    private String howItEnded() {
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) process.destroyForcibly();
            errorReader.join(1000);
            return CrashReport.describe(errors.toString(), process.waitFor());
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
