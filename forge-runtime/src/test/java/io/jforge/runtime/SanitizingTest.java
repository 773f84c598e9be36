package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.Sanitizing.Said;
import io.jforge.runtime.compile.StandInNcu;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// From a winner to what compute-sanitizer says of it, on a machine that has a stand-in for it and no GPU.
@Timeout(180)
class SanitizingTest {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final String CLEAN = "echo '========= ERROR SUMMARY: 0 errors'";

    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>();

    private void tool(String script) {
        StandInNcu.program(
                home.resolve("compute-sanitizer"), "printf '%%s ' \"$@\" > '%s/words'\n%s\n".formatted(home, script));
    }

    private Said said(String device, Optional<Trial> winner) {
        environment.put("PATH", home.toString());
        var tools = StandInNcu.alone(home, environment);
        var target = CudaRuns.gpu(device);
        var programs = new TrialPrograms(tools, target, environment);
        var lock = new DeviceLock(home.resolve("lock"), () -> {}, () -> {});
        return new Sanitizing(CATALOGUE, tools, programs, lock, new SplittableRandom(7))
                .winner(
                        CudaRuns.run(
                                target, 16384, 8192, "cold", winner.stream().toArray(Trial[]::new)),
                        winner);
    }

    private Said said() {
        return said("cuda:0", Optional.of(naive()));
    }

    private static Trial naive() {
        return CudaRuns.trial(CATALOGUE.find("softmax").naive(Language.CUDA));
    }

    @Test
    void aWinnerIsRunOnceOnASmallShape() throws Exception {
        CudaRuns.nvcc(home);
        tool(CLEAN);
        var said = said();
        assertThat(said.line()).matches("compute-sanitizer: no errors at softmax \\d{1,4}x\\d{1,4} f32");
        assertThat(said.clean()).isTrue();
        assertThat(Files.readString(home.resolve("words")))
                .startsWith("--tool memcheck --padding ")
                .endsWith("/sanitized --iters 0 --sample 64 ");
        var shape = said.line().substring(said.line().indexOf("softmax"));
        assertThat(Files.readString(home.resolve("source"))).contains(shape).doesNotContain("16384");
    }

    @Test
    void theShapeIsOneThatTheSourceAdmits() {
        CudaRuns.nvcc(home);
        tool(CLEAN);
        var text = CATALOGUE.find("softmax").naive(Language.CUDA).text();
        var picky = Source.parse(text.replace(" * launch", " * require cols % 64 == 0\n * launch"));
        assertThat(said("cuda:0", Optional.of(CudaRuns.trial(picky))).line())
                .matches("compute-sanitizer: no errors at softmax \\d+x(64|128) f32");
        var own = Source.parse(text.replace(" * launch", " * require rows > 1000\n * launch"));
        assertThat(said("cuda:0", Optional.of(CudaRuns.trial(own))).line())
                .isEqualTo("compute-sanitizer: no errors at softmax 16384x8192 f32");
    }

    @Test
    void whatItFindsIsToldWithItsPlace() {
        CudaRuns.nvcc(home);
        tool("echo '========= Invalid __global__ read of size 4 bytes'; echo '=========     at softmax+0x2f0'\n"
                + "echo '========= ERROR SUMMARY: 1 error'; exit 86");
        var said = said();
        assertThat(said.clean()).isFalse();
        assertThat(said.line())
                .matches(
                        "compute-sanitizer: 1 error at softmax \\d+x\\d+ f32: Invalid __global__ read of size 4 bytes at"
                                + " softmax\\+0x2f0\\. Do not use trial 3 before that is mended");
    }

    @Test
    void theProgramSeesTheGpuOfTheRunAsItsFirst() throws Exception {
        CudaRuns.nvcc(home);
        tool("printf '%s' \"$CUDA_VISIBLE_DEVICES\" > '" + home + "/visible'; " + CLEAN);
        said("cuda:2", Optional.of(naive()));
        assertThat(home.resolve("visible")).hasContent("2");
    }

    @Test
    void whatIsMissingIsALineAndNoProof() {
        CudaRuns.nvcc(home);
        assertThat(said())
                .extracting(Said::clean, Said::line)
                .containsExactly(
                        false,
                        "compute-sanitizer did not look at the winner: no compute-sanitizer found, which watches what"
                                + " a program reads and writes: install it (it comes with the CUDA toolkit), or put its"
                                + " folder on PATH");
        tool("echo 'Error: Device not supported'; " + CLEAN + "; exit 2");
        assertThat(said().line()).contains("ended with status 2", "Device not supported");
        CudaRuns.nvccThatFails(home);
        assertThat(said().line()).endsWith("nvcc does not compile the program: a.cu(3): error: no");
        assertThat(said("cuda:0", Optional.empty()))
                .isEqualTo(new Said(false, "compute-sanitizer did not look at the winner: none was confirmed"));
    }

    @Test
    void anInterruptEndsItAndLeavesTheRun() {
        CudaRuns.nvcc(home);
        tool(CLEAN);
        Thread.currentThread().interrupt();
        assertThat(said().line()).endsWith(": it was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void noErrorsAreEvidenceAndAllElseIsAWarning() {
        var timing = new Timing(List.of(1000L), false);
        var winner = Optional.of(
                new Confirmation(3, timing, timing, Speedup.ofPairs(timing, timing), Evidence.noting("before")));
        var warnings = new ArrayList<String>();
        assertThat(new Said(true, "clean")
                        .of(winner, warnings::add)
                        .orElseThrow()
                        .evidence()
                        .notes())
                .containsExactly("before", "clean");
        assertThat(warnings).isEmpty();
        assertThat(new Said(false, "wrong").of(winner, warnings::add)).isEqualTo(winner);
        assertThat(warnings).containsExactly("wrong");
    }

    @Test
    void aProcessorHasNoneToLookFor() {
        try (var forge = Forge.open(Map.of("JFORGE_HOME", home.toString()))) {
            assertThatThrownBy(forge.optimize("softmax").device("cpu").sanitize(true)::run)
                    .isInstanceOf(SpecException.class)
                    .hasMessageStartingWith("--sanitize watches what an NVIDIA GPU reads and writes, and this is for");
            assertThat(forge.runs()).isEmpty();
        }
    }
}
