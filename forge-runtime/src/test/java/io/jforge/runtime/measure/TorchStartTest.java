package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Python that does not answer, as one that still imports PyTorch.
class TorchStartTest {
    @TempDir
    private Path folder;

    @Test
    void itsProcessIsKnownFromTheStart() throws IOException {
        var python = Files.writeString(folder.resolve("python"), "#!/bin/sh\nexec cat > /dev/null\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
        try (var bridge = new TorchBridge(python, folder, Compilers.SOFTMAX, Map.of("PATH", "/usr/bin:/bin"))) {
            assertThat(bridge.process()).isEmpty();
            bridge.start();
            var process = ProcessHandle.of(bridge.process().orElseThrow()).orElseThrow();
            assertThat(process.isAlive()).isTrue();
            bridge.close();
            assertThat(bridge.process()).isEmpty();
            assertThat(process.onExit()).succeedsWithin(java.time.Duration.ofSeconds(10));
        }
    }
}
