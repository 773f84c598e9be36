package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.Sanitizing.Said;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.compile.StandInNcu;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// compute-sanitizer itself, on a GPU.
@Gpu
@Timeout(300)
class GpuSanitizeTest {
    private static final String NAIVE =
            new Catalogue().find("softmax").naive(Language.CUDA).text();

    @TempDir
    Path home;

    @BeforeEach
    void needsTheTools() {
        var tools = new CudaTools(System.getenv(), home);
        assumeTrue(tools.nvcc().isPresent(), "no nvcc here, which compiles what compute-sanitizer runs");
        try {
            tools.computeSanitizer();
        } catch (MissingTool missing) {
            assumeTrue(false, missing.getMessage());
        }
    }

    private Forge open(Map<String, String> differing) {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        environment.putAll(differing);
        return Forge.open(environment);
    }

    private Said said(String source) {
        try (var forge = open(Map.of())) {
            var target = Gpu.Needed.device().target();
            var trial = CudaRuns.trial(Source.parse(source));
            var run = CudaRuns.run(target, 4096, 1024, "cold", trial);
            return forge.sanitizing(target, forge.lock(target, RunListener.NONE))
                    .winner(run, Optional.of(trial));
        }
    }

    @Test
    void theNaiveSoftmaxIsClean() {
        assertThat(said(NAIVE).line()).startsWith("compute-sanitizer: no errors at softmax ");
    }

    /// Its answers are right and it writes nothing beside its output: no guard zone sees it.
    @Test
    void aSourceThatReadsOneRowTooFarIsFound() {
        var reading = "    double sum = 0;";
        assertThat(NAIVE).contains(reading);
        var said = said(NAIVE.replace(reading, """
                    float beside = 0;
                    for (int i = 0; i < cols; i++) beside = fmaxf(beside, LD(in + cols, i));
                    if (beside == 12345.0f) largest += 1e-30f;
                """ + reading));
        assertThat(said.line())
                .contains("Invalid __global__ read of size 4 bytes")
                .contains("softmax");
        assertThat(said.clean()).isFalse();
    }

    @Test
    void aRunHasItAmongTheWinnersEvidenceOrAmongItsWarnings() {
        try (var forge = open(Map.of())) {
            var ended = run(forge).record().ending().orElseThrow();
            assertThat(ended.warnings()).noneMatch(each -> each.startsWith("compute-sanitizer"));
            assertThat(ended.confirmation().orElseThrow().evidence().notes())
                    .anyMatch(note -> note.startsWith("compute-sanitizer: no errors at softmax "));
        }
        try (var forge = open(Map.of("CUDA_HOME", broken().toString()))) {
            assertThat(run(forge).record().ending().orElseThrow().warnings())
                    .anyMatch(each -> each.startsWith("compute-sanitizer did not look at the winner: "));
        }
    }

    private Path broken() {
        StandInNcu.program(home.resolve("toolkit/bin/compute-sanitizer"), "exit 1\n");
        return home.resolve("toolkit");
    }

    private static Run run(Forge forge) {
        return forge.optimize("softmax")
                .shape("64x1024")
                .dtype("f32")
                .device(Gpu.Needed.device().target().id())
                .iterations(4)
                .seed(1)
                .baseline("naive")
                .sanitize(true)
                .run();
    }
}
