package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command line on a machine with a GPU, in a process of its own: what the driver shows is settled when that
/// starts.
@Tag("gpu")
@Timeout(120)
class GpuCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsAGpu() {
        try (var forge = Forge.open(Map.of("JFORGE_HOME", folder.toString()))) {
            assumeTrue(forge.devices().stream().map(Target::id).anyMatch("cuda:0"::equals), "no NVIDIA GPU here");
        }
    }

    private record Ended(int status, String out, String err) {}

    private Ended jforge(String visible, String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                "io.jforge.jupyter.Main"));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("JFORGE_HOME", folder.toString());
        builder.environment().put("CUDA_VISIBLE_DEVICES", visible);
        var process = builder.start();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("ended in time").isTrue();
        return new Ended(process.exitValue(), text("out"), text("err"));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    }

    @Test
    void aGpuThatTheEnvironmentHidesIsNotThere() throws Exception {
        assertThat(jforge("", "devices").out()).contains("cpu").doesNotContain("cuda:0");
        var refused = jforge("", "optimize", "softmax", "--device", "cuda:0");
        assertThat(refused.status()).isEqualTo(3);
        assertThat(refused.err()).isEqualTo("jforge: no device 'cuda:0' here; there is: cpu\n");
        assertThat(jforge("", "doctor").out())
                .containsPattern("GPU +none that an NVIDIA driver shows: runs are on the processor");
    }

    @Test
    void aGpuThatIsShownIsListedAndRunsCandidates() throws Exception {
        assertThat(jforge("0", "devices").out()).contains("cuda:0").doesNotContain("cuda:1");
        var run = jforge(
                "0", "optimize", "softmax", "--shape", "64x1024", "--device", "cuda:0", "--iters", "2", "--json");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Json.MAPPER.readTree(run.out()).toString()).contains("cuda:0");
    }
}
