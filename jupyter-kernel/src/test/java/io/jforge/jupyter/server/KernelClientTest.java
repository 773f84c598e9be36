package io.jforge.jupyter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.jupyter.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts real kernel processes and drives them with Jupyter's own Python client.
@Tag("jupyter")
class KernelClientTest {
    private static final String PYTHON = "/usr/bin/python3";

    @TempDir
    private Path folder;

    @Test
    void aRealClientIsServed() throws Exception {
        String missing = whatIsMissing();
        if (!missing.isEmpty()) {
            System.err.println("skipped the tests with a real Jupyter client: " + missing);
        }
        assumeTrue(missing.isEmpty(), missing);
        Path report = folder.resolve("report.txt");
        ProcessBuilder tests = new ProcessBuilder(PYTHON, "src/test/python/kernel_client_test.py");
        tests.environment().put("JFORGE_TEST_COMMAND", Json.MAPPER.writeValueAsString(kernelCommand()));
        Process process =
                tests.redirectErrorStream(true).redirectOutput(report.toFile()).start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0).as(() -> read(report)).isTrue();
    }

    private static List<String> kernelCommand() {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                KernelProcess.class.getName(),
                "{connection_file}");
    }

    private static String whatIsMissing() throws IOException, InterruptedException {
        if (!Files.isExecutable(Path.of(PYTHON))) {
            return "there is no " + PYTHON;
        }
        Process probe = new ProcessBuilder(PYTHON, "-c", "import jupyter_client")
                .redirectErrorStream(true)
                .start();
        return probe.waitFor() == 0 ? "" : "python3-jupyter-client is not installed";
    }

    private static String read(Path report) {
        try {
            return Files.readString(report);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
