package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.report.Reproduction;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recorded runs of models are tried again here: what was right is right, what was wrong is wrong, and the winner wins.
class TranscriptReplayTest {
    @TempDir
    private Path home;

    /// Of a recorded run on a device of this machine.
    static Reproduction replayed(String name, String device, Path home) {
        var file = Path.of(URI.create(
                TranscriptReplayTest.class.getResource("/transcripts/" + name).toString()));
        try (var forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")))) {
            return forge.replay(file.toString())
                    .device(device)
                    .run()
                    .reproduction()
                    .orElseThrow();
        }
    }

    @Timeout(400)
    @ParameterizedTest
    @ValueSource(strings = {"softmax-c.jforge", "matmul-c.jforge"})
    void onTheProcessor(String name) {
        var result = replayed(name, "cpu", home);
        assertThat(result.changed()).isEmpty();
        assertThat(result.repeated().speedup().orElseThrow()).isGreaterThan(1);
    }
}
