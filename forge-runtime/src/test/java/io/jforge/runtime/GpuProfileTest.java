package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.compile.StandInNcu;
import io.jforge.runtime.report.Bottleneck;
import io.jforge.runtime.report.Profiles;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Profile.Launch;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs with `--profile` on a GPU whose counters may be read.
@Gpu
@Timeout(300)
class GpuProfileTest {
    private static final double PERCENT = 100;

    @TempDir
    Path home;

    @BeforeEach
    void needsTheTools() {
        var tools = new CudaTools(System.getenv(), home);
        assumeTrue(tools.nvcc().isPresent(), "no nvcc here, which compiles what ncu profiles");
        try {
            tools.ncu();
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

    private static Run run(Forge forge, String op, String shape, String dtype, String cache) {
        return forge.optimize(op)
                .shape(shape)
                .dtype(dtype)
                .device(Gpu.Needed.device().target().id())
                .cache(cache)
                .iterations(12)
                .seed(1)
                .baseline("naive")
                .profile(true)
                .run();
    }

    /// It fails with all that ncu said.
    private static Profile profile(Run run) {
        var profile = Profiles.of(run.record()).orElseThrow();
        assertThat(profile.unavailable()).as("why there is no profile").isEmpty();
        assertThat(profile.trial()).isEqualTo(run.best().orElseThrow().number());
        return profile;
    }

    private static double value(Launch launch, Counter counter) {
        return launch.value(counter).orElseThrow(() -> new AssertionError(counter + " is not in " + launch));
    }

    private static void assertMakesSense(Launch launch) {
        for (var counter : new Counter[] {
            Counter.DRAM_PERCENT, Counter.L2_PERCENT, Counter.L1_PERCENT, Counter.SM_PERCENT, Counter.OCCUPANCY_PERCENT
        }) assertThat(value(launch, counter)).as(counter.title()).isBetween(0.0, 1.05 * PERCENT);
        assertThat(value(launch, Counter.OCCUPANCY_PERCENT))
                .as("%s", launch)
                .isLessThanOrEqualTo(1.05 * value(launch, Counter.OCCUPANCY_LIMIT_PERCENT));
        assertThat(launch.stalls()).as("%s", launch).isNotEmpty();
        assertThat(launch.stalls().stream().mapToDouble(Profile.Stall::percent).sum())
                .as("stalled, of all cycles")
                .isBetween(1.0, PERCENT);
    }

    @Test
    void aLargeSoftmaxIsBoundByDram() {
        try (var forge = open(Map.of())) {
            var run = run(forge, "softmax", "16384x8192", "f32", "cold");
            var launch = profile(run).longest().orElseThrow();
            assertMakesSense(launch);
            double timed = run.record().bestMicros().orElseThrow();
            assertThat(value(launch, Counter.DURATION_US))
                    .as("microseconds as ncu counts them, beside the %s that were timed", timed)
                    .isBetween(0.7 * timed, 1.5 * timed);
            // the input is read at least once, and the output written
            double bytes = value(launch, Counter.DRAM_GB_PER_S) * 1e3 * value(launch, Counter.DURATION_US);
            assertThat(bytes).as("bytes of DRAM").isBetween(1.6 * 16384 * 8192 * 4, 4.2 * 16384 * 8192 * 4);
            launch.value(Counter.SECTORS_PER_LOAD)
                    .ifPresent(sectors -> assertThat(sectors).as("sectors").isBetween(1.0, 32.0));
            assertThat(Bottleneck.of(profile(run)).orElseThrow().limit())
                    .as("%s", launch)
                    .isEqualTo("dram");
            assertThat(RunJson.full(forge.run(run.id()).record()).get("best"))
                    .as("as it is kept")
                    .isEqualTo(RunJson.full(run.record()).get("best"));
        }
    }

    @Test
    void aWarmMatmulIsProfiledAndSoIsATrialMadeEarlier() {
        try (var forge = open(Map.of())) {
            var run = run(forge, "matmul", "1024x1024x1024", "bf16", "warm");
            assertThat(profile(run).cache()).isEqualTo("warm");
            profile(run).launches().forEach(GpuProfileTest::assertMakesSense);
            var naive = forge.profile(run, run.trial("0"));
            assertThat(naive.launches()).hasSize(1);
            assertMakesSense(naive.launches().getFirst());
            assertThat(value(naive.launches().getFirst(), Counter.DURATION_US))
                    .as("of the naive source")
                    .isGreaterThan(value(profile(run).longest().orElseThrow(), Counter.DURATION_US));
        }
    }

    /// A stand-in for an ncu that the driver refuses.
    @Test
    void whereCountersMayNotBeReadTheRunGoesOnAndSaysWhatToDo() {
        new StandInNcu(home.resolve("toolkit/bin"), "echo '==ERROR== ERR_NVGPUCTRPERM - no permission'; exit 1");
        try (var forge = open(Map.of("CUDA_HOME", home.resolve("toolkit").toString()))) {
            var run = run(forge, "softmax", "64x1024", "f32", "cold");
            assertThat(run.record().state()).isEqualTo("finished");
            assertThat(run.best().orElseThrow().resources().launches()).isNotEmpty();
            assertThat(Profiles.of(run.record()).orElseThrow().unavailable())
                    .contains("NVreg_RestrictProfilingToAdminUsers=0")
                    .doesNotContain("\n");
        }
    }
}
