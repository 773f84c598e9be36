package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/// A script of the system's shell, run as a child of this process that nothing outlives.
record Command(String script, Map<String, String> environment) {
    private static final Path BASH = Path.of("/bin/bash");
    private static final int BUFFER = 8192;

    /// Runs it to its end and hands its output on as it comes.
    ///
    /// @return its exit status
    int run(Consumer<String> out, Consumer<String> err) throws InterruptedException {
        Process process = start();
        Thread outs = pump(process.getInputStream(), out);
        Thread errs = pump(process.getErrorStream(), err);
        try {
            int status = process.waitFor();
            outs.join();
            errs.join();
            return status;
        } finally {
            end(process);
        }
    }

    private Process start() {
        var builder = new ProcessBuilder(Files.isExecutable(BASH) ? BASH.toString() : "sh", "-c", script)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new MagicException("%sh: the system's shell cannot be started: " + e.getMessage());
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static Thread pump(InputStream from, Consumer<String> to) {
        return Thread.ofPlatform().daemon().name("command-output").start(() -> {
            var buffer = new char[BUFFER];
            try (Reader text = new InputStreamReader(from, StandardCharsets.UTF_8)) {
                for (int n = text.read(buffer); n >= 0; n = text.read(buffer)) to.accept(new String(buffer, 0, n));
            } catch (IOException e) {
                // the process was ended
            }
        });
    }
}
