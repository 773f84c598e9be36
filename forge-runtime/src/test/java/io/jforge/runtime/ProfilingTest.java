package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.compile.StandInNcu;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// From a trial to its counters on a machine that has an ncu and no GPU.
@Timeout(180)
class ProfilingTest {
    private static final Catalogue CATALOGUE = new Catalogue();

    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>();

    private Profiling profiling(String device) {
        environment.putIfAbsent("PATH", home.toString());
        return profiling(CudaRuns.gpu(device), StandInNcu.alone(home, environment));
    }

    private Profiling profiling(Target target, CudaTools tools) {
        var lock = new DeviceLock(home.resolve("lock"), () -> {}, () -> {});
        return new Profiling(CATALOGUE, tools, target, lock, environment);
    }

    private Profiling withStandIns(String device) {
        CudaRuns.nvcc(home);
        return profiling(device);
    }

    private static Trial naive() {
        return CudaRuns.trial(CATALOGUE.find("softmax").naive(Language.CUDA));
    }

    private Profile winner(Profiling profiling) {
        return profiling.winner(CudaRuns.run("cold", naive()), Optional.of(naive()));
    }

    @Test
    void aTrialBecomesAProgramThatRunsUnderNcu() throws Exception {
        var ncu = StandInNcu.printing(home, "softmax.txt");
        var profile = winner(withStandIns("cuda:0"));
        assertThat(profile.unavailable()).isEmpty();
        assertThat(profile.trial()).isEqualTo(3);
        assertThat(profile.tool()).isEqualTo("ncu 2025.3.1");
        assertThat(profile.cache()).isEqualTo("cold");
        assertThat(profile.launches().getFirst().value(Counter.DRAM_PERCENT)).hasValue(89.25);
        assertThat(ncu.words()).contains("regex:^(softmax)$").anyMatch(word -> word.endsWith("/profiled"));
        assertThat(Files.readString(home.resolve("nvcc-words")))
                .contains("-gencode arch=compute_90,code=sm_90 -o profiled profiled.cu");
        assertThat(Path.of(ncu.words().stream()
                        .filter(word -> word.endsWith("/profiled"))
                        .findFirst()
                        .orElseThrow()))
                .as("the temporary program")
                .doesNotExist();
    }

    /// The program itself: no GPU is needed to see that it is one, and that it finds none.
    @Test
    void theProgramIsOneThatNvccMakes() {
        assumeThat(CudaHere.nvccCommand()).as("needs nvcc").isPresent();
        var toolkit = CudaHere.nvccCommand().get().getParent().toString();
        environment.put("PATH", home + ":" + toolkit + ":/usr/bin:/bin");
        new StandInNcu(home, "for last; do case $last in */profiled) \"$last\" --bad; exit;; esac; done");
        assertThat(winner(profiling("cuda:0")).unavailable()).contains("exit status 2", "usage: /", "[--sample N]");
    }

    @Test
    void aWarmRunIsProfiledWarm() {
        var ncu = StandInNcu.printing(home, "softmax.txt");
        var profile = withStandIns("cuda:0").winner(CudaRuns.run("warm", naive()), Optional.of(naive()));
        assertThat(profile.cache()).isEqualTo("warm");
        assertThat(ncu.words()).endsWith("--warm");
    }

    @Test
    void theProgramSeesTheGpuOfTheRunAsItsFirst() {
        var ncu = StandInNcu.printing(home, "softmax.txt");
        winner(withStandIns("cuda:2"));
        assertThat(ncu.environment()).isEqualTo("C 2");
        environment.put("CUDA_VISIBLE_DEVICES", "4, GPU-5,GPU-6");
        winner(withStandIns("cuda:2"));
        assertThat(ncu.environment()).isEqualTo("C GPU-6");
    }

    @Test
    void whatIsMissingIsALineAndTheRunGoesOn() {
        assertThat(winner(withStandIns("cuda:0")).unavailable())
                .startsWith("no ncu found")
                .contains("install");
        StandInNcu.printing(home, "not-permitted.txt");
        assertThat(winner(withStandIns("cuda:0")).unavailable()).contains("NVreg_RestrictProfilingToAdminUsers=0");
        CudaRuns.nvccThatFails(home);
        assertThat(winner(profiling("cuda:0")).unavailable())
                .endsWith("nvcc does not compile the program: a.cu(3): error: no");
        assertThat(profiling("cuda:0")
                        .winner(CudaRuns.run("cold"), Optional.empty())
                        .unavailable())
                .isEqualTo("no winner was confirmed, and nothing else is profiled");
    }

    @Test
    void withoutNvccItSaysSo() {
        StandInNcu.printing(home, "softmax.txt");
        assertThat(winner(profiling("cuda:0")).unavailable()).startsWith("no nvcc found");
    }

    @Test
    void anInterruptEndsItAndLeavesTheRun() {
        StandInNcu.printing(home, "softmax.txt");
        Thread.currentThread().interrupt();
        assertThat(winner(withStandIns("cuda:0")).unavailable()).isEqualTo("it was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aTrialOfAnotherGpuIsProfiledThere() {
        var other = new Target(Target.CUDA, "cuda:0", "NVIDIA A100", 108, 40L << 20, 80L << 30, "sm_80");
        var profiling = profiling(other, StandInNcu.alone(home, environment));
        assertThatThrownBy(() -> profiling.of(CudaRuns.run("cold", naive()), naive()))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "run softmax-90aa was made on NVIDIA H200, and cuda:0 here is NVIDIA A100: profile it there");
    }

    @Test
    void whatAPersonAsksForDirectlyFailsWithTheSameLine() {
        StandInNcu.printing(home, "not-permitted.txt");
        assertThatThrownBy(() -> withStandIns("cuda:0").of(CudaRuns.run("cold", naive()), naive()))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("ERR_NVGPUCTRPERM");
    }

    @Test
    void aProcessorHasNoCountersToRead() {
        try (var forge = Forge.open(Map.of("JFORGE_HOME", home.toString()))) {
            var wanted = forge.optimize("softmax").device("cpu").profile(true);
            assertThatThrownBy(wanted::run)
                    .isInstanceOf(SpecException.class)
                    .hasMessageStartingWith(
                            "--profile reads an NVIDIA GPU's counters, and this is for cpu: leave it out");
            assertThat(forge.runs()).isEmpty();
        }
    }
}
