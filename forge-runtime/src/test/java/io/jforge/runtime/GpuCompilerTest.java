package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.compile.Toolchains;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The compiler that is chosen for this device, and what it says.
@Gpu
@Timeout(120)
class GpuCompilerTest {
    @TempDir
    Path folder;

    private GpuBench bench() {
        return GpuBench.of(folder, "softmax", "64x128", "f32");
    }

    @Test
    void itIsNamedWithItsVersionAndCompilesForThisDevice() {
        try (var bench = bench()) {
            var device = Gpu.Needed.device();
            assertThat(bench.facts().get("compiler")).matches("(NVRTC|nvcc) \\d+\\.\\d+ \\(/.*\\)");
            assertThat(bench.facts().get("architecture")).startsWith("sm_" + device.major());
            assertThat(bench.facts().get("driver")).isEqualTo("CUDA " + device.driver());
        }
    }

    @Test
    void nvrtcIsPreferredWhereItIs() {
        assumeTrue(!CudaHere.TOOLS.nvrtcs().isEmpty(), "no NVRTC here");
        try (var bench = bench()) {
            assertThat(bench.facts().get("compiler")).startsWith("NVRTC ");
        }
    }

    @Test
    void whatABinaryTakesIsReported() {
        try (var bench = bench()) {
            var report = bench.report(Source.parse(Softmaxes.right()));
            assertThat(report.entries()).hasSize(1);
            assertThat(report.entry("softmax").orElseThrow().registers()).isBetween(8, 128);
            assertThat(report.entry("softmax").orElseThrow().sharedBytes()).isGreaterThanOrEqualTo(256);
        }
    }

    @Test
    void anErrorIsToldWithItsLineAndAnExcerpt() {
        try (var bench = bench()) {
            assertThat(bench.evaluate(
                            CudaHere.softmax("", "    y[0] = undeclared + 1;").text()))
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            rejected -> assertThat(rejected.diagnostics())
                                    .contains("softmax.cu(6): error: identifier \"undeclared\" is undefined")
                                    .contains("y[0] = undeclared + 1;"));
        }
    }

    @Test
    void nvccServesWhereThereIsNoNvrtc() {
        var onlyNvcc = CudaHere.onlyNvcc(folder.resolve("machine"));
        assumeTrue(onlyNvcc.isPresent(), "no nvcc here");
        assumeTrue(hasHostCompiler(), "nvcc needs a C compiler, and there is none here");
        var entry = GpuBench.entry("softmax");
        var task = GpuBench.task("softmax", "64x128", "f32");
        try (var bench = new GpuBench(folder, entry, task, onlyNvcc.orElseThrow())) {
            assertThat(bench.facts().get("compiler")).startsWith("nvcc ");
            assertThat(bench.evaluate(entry.naive(Language.CUDA).text())).isInstanceOf(Outcome.Timed.class);
        }
    }

    private static boolean hasHostCompiler() {
        try {
            return new Toolchains(System.getenv()).find() != null;
        } catch (MissingTool _) {
            return false;
        }
    }
}
