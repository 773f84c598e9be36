package io.jforge.runtime.measure;

import io.jforge.runtime.compile.Resources;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// One Python process that runs `jforge_torch`, seen from its parent: a request a line, an answer a line, deadlines of
/// ours.
final class TorchProcess implements AutoCloseable {
    private static final List<String> FILES = List.of("__init__", "__main__", "bridge", "clocks", "files");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final BufferedWriter requests;
    private final LinkedBlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    private final Thread listener;
    private volatile String lastWords = "";

    /// Starts it; it imports PyTorch meanwhile.
    ///
    /// @param folder where it runs; the bridge's files are written there
    /// @throws IOException if it cannot be started
    TorchProcess(Path python, Path folder, Map<String, String> environment) throws IOException {
        var home = Files.createDirectories(folder.resolve("jforge_torch"));
        for (var file : FILES)
            Files.writeString(home.resolve(file + ".py"), Resources.text("/python/jforge_torch/" + file + ".py"));
        process = Pythons.process(python, List.of("-u", "-m", "jforge_torch"), environment)
                .directory(folder.toFile())
                .start();
        requests = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("torch answers").start(this::receive);
        listener = Thread.ofPlatform().daemon().name("torch words").start(this::listen);
    }

    /// What it answered; fields that do not belong to the question are empty.
    record Answer(boolean ok, String why, double seconds, List<Long> nanos, Map<String, String> facts) {}

    /// It refused, or it ended, or was killed at the deadline; the message says which.
    @SuppressWarnings("serial")
    static final class Failed extends Exception {
        Failed(String how) {
            super(how);
        }
    }

    /// Asks without waiting for the answer.
    void send(Map<String, Object> request) throws Failed {
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.newLine();
            requests.flush();
        } catch (IOException _) {
            throw new Failed(howItEnded());
        }
    }

    /// The next answer, which is a good one.
    ///
    /// @throws CancellationException if this thread is interrupted; the process was killed
    Answer await(Duration deadline) throws Failed {
        try {
            var answer = answers.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (answer instanceof Answer said && said.ok()) return said;
            if (answer instanceof Answer said) throw new Failed(said.why());
            if (answer != null) throw new Failed(howItEnded());
            close();
            throw new Failed("PyTorch did not answer in %d s and was ended".formatted(deadline.toSeconds()));
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private void receive() {
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                answers.add(JSON.readValue(line, Answer.class));
            answers.add("ended");
        } catch (IOException | JacksonException broken) {
            answers.add(String.valueOf(broken.getMessage()));
        }
    }

    /// Reads its standard error to the end, so that it never waits for a reader; the last line tells why it died.
    private void listen() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                if (!line.isBlank()) lastWords = line.strip();
        } catch (IOException _) {
            return; // it was killed
        }
    }

    private String howItEnded() {
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) close();
            int status = process.waitFor();
            listener.join(1000);
            var how = status > 128 ? "by signal " + (status - 128) : "with status " + status;
            return "the PyTorch process ended %s%s".formatted(how, lastWords.isEmpty() ? "" : ": " + lastWords);
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    private CancellationException interrupted() {
        close();
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }

    /// Ends it and whatever compilers it started.
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
