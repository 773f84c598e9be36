package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of models that were recorded on an H200 are reproduced.
@Gpu
@Timeout(300)
class GpuTranscriptTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(strings = {"softmax-cuda.jforge", "matmul-cuda.jforge"})
    void onAGpu(String name) {
        var result = TranscriptReplayTest.replayed(name, "cuda:0", home);
        assertThat(result.changed()).isEmpty();
        if (result.sameDevice())
            assertThat(result.reproduced()).as(result.reason()).isTrue();
    }
}
