package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.jupyter.wire.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Tests in Python against real clients, run from a JUnit test and skipped with a reason where those are missing.
final class ClientScript {
    private static final String PYTHON = "/usr/bin/python3";

    private final Path script;
    private final Path folder;

    /// @param name a file of `src/test/python`
    /// @param folder for what it prints
    ClientScript(String name, Path folder) {
        this.script = Path.of("src/test/python", name);
        this.folder = folder;
    }

    /// Skips the calling test unless Python has the modules and the machine the programs.
    ClientScript needs(List<String> modules, List<String> programs) throws Exception {
        var missing = missing(modules, programs);
        if (!missing.isEmpty()) System.err.println("skipped " + script.getFileName() + ": " + missing);
        assumeTrue(missing.isEmpty(), missing);
        return this;
    }

    private static String missing(List<String> modules, List<String> programs) throws Exception {
        for (var program : programs) if (!Files.isExecutable(Path.of(program))) return "there is no " + program;
        if (!Files.isExecutable(Path.of(PYTHON))) return "there is no " + PYTHON;
        for (var module : modules) {
            var probe = new ProcessBuilder(PYTHON, "-c", "import " + module)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (probe.waitFor() != 0) return PYTHON + " has no " + module;
        }
        return "";
    }

    /// Runs it; its tests are all to pass.
    void passes(Map<String, String> environment, Duration atMost) throws Exception {
        var report = folder.resolve("report.txt");
        var tests = new ProcessBuilder(PYTHON, script.toString());
        tests.environment().put("JFORGE_TEST_MAIN", Json.MAPPER.writeValueAsString(command()));
        tests.environment().putAll(environment);
        var process =
                tests.redirectErrorStream(true).redirectOutput(report.toFile()).start();
        boolean ended = process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0).as(() -> read(report)).isTrue();
    }

    /// What runs JForge's command line from the classes of this test.
    private static List<String> command() {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                Main.class.getName());
    }

    private static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String read(Path report) {
        try {
            return Files.readString(report);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
