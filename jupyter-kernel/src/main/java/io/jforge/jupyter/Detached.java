package io.jforge.jupyter;

import io.jforge.jupyter.magic.forge.Beside;
import io.jforge.runtime.Background;
import io.jforge.runtime.Forge;
import io.jforge.runtime.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/// Makes a run that nobody waits for in a process of its own, which outlives this one and its terminal.
record Detached(List<String> command, Forge forge, Terminal terminal) implements Beside {
    private static final long POLL_MILLIS = 20;
    private static final String WAITING = "waiting";

    /// The command that was asked for ended before its run began; what it said, and its status.
    @SuppressWarnings("serial")
    static final class Ended extends RuntimeException {
        private final int status;

        private Ended(String said, int status) {
            super(said);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /// Until the run is kept, or waits for its device; an error before that is this command's own.
    ///
    /// @throws Ended with that error
    @Override
    public String start(Supplier<Background> unused) {
        terminal.progress("starting in the background");
        var log = log();
        try {
            var process = process(log);
            var run = run(process);
            if (run.isPresent() && (process.isAlive() || forge.store().has(run.get()))) return run.get();
            throw new Ended(said(log), process.waitFor());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start a process in the background", failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            delete(log);
        }
    }

    /// Without the terminal's hang-up, and in a session of its own where the system has a command for that.
    private Process process(Path log) throws IOException {
        var whole = new ArrayList<String>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) whole.add("/usr/bin/setsid");
        whole.add("nohup");
        whole.addAll(command);
        return new ProcessBuilder(whole)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private Optional<String> run(Process process) throws InterruptedException {
        var store = forge.store();
        Optional<String> run = Optional.empty();
        while (process.isAlive()) {
            if (run.isEmpty())
                run = store.running().stream()
                        .filter(id -> store.process(id).stream().anyMatch(pid -> pid == process.pid()))
                        .findFirst();
            if (run.filter(id -> store.has(id) || store.doing(id).startsWith(WAITING))
                    .isPresent()) return run;
            Thread.sleep(POLL_MILLIS);
        }
        return run;
    }

    private Path log() {
        try {
            return Files.createTempFile("jforge-background", ".log");
        } catch (IOException failed) {
            throw new StoreException("cannot write to the temporary folder (" + failed.getMessage()
                    + "): set TMPDIR to one that is writable");
        }
    }

    /// The error's line, as this command would have said it.
    private static String said(Path log) throws IOException {
        var prefix = "jforge: ";
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .reduce((_, last) -> last)
                .orElse("the run ended before it began, and did not say why");
    }

    private static void delete(Path log) {
        try {
            Files.deleteIfExists(log);
        } catch (IOException _) {
            return; // the system's to tidy
        }
    }
}
