package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every way of launching that a header can ask for, on the device: each gives the right answers, and is timed.
@Gpu
@Timeout(120)
class GpuLaunchTest {
    @TempDir
    static Path folder;

    private static GpuBench bench;

    @BeforeAll
    static void ready() {
        bench = GpuBench.of(folder, "softmax", "64x16384", "f32");
    }

    @AfterAll
    static void end() {
        if (bench != null) bench.close();
    }

    private static void assertTimed(String text) {
        var outcome = bench.evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Timed.class);
    }

    private static void assumeHopper() {
        assumeTrue(Gpu.Needed.device().major() >= 9, "clusters and tensor maps need sm_90");
    }

    @Test
    void oneLaunch() {
        assertTimed(Softmaxes.right());
    }

    @Test
    void severalLaunchesHandScratchOn() {
        assertTimed(Softmaxes.THREE_LAUNCHES);
    }

    @Test
    void scratchIsZeroBeforeEveryRunWhereItIsAskedFor() {
        assertTimed(Softmaxes.ZEROED_SCRATCH);
    }

    @Test
    void dynamicSharedMemoryBeyond48Kilobytes() {
        assertTimed(Softmaxes.DYNAMIC_SHARED);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 16})
    void clustersOfAnySizeUpTo16(int blocks) {
        assumeHopper();
        assertTimed(Softmaxes.cluster(blocks));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cooperative", "resident"})
    void blocksThatWaitForEachOther(String how) {
        assertTimed(Softmaxes.waiting(how, 4, 128));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cooperative", "resident"})
    void blocksThatWaitForEachOtherAndDoNotFitAreRefused(String how) {
        assertThat(bench.evaluate(Softmaxes.waiting(how, 64, 1024)))
                .isInstanceOfSatisfying(Outcome.Forbidden.class, forbidden -> {
                    assertThat(forbidden.rule()).isEqualTo("launch");
                    assertThat(forbidden.why())
                            .matches("softmax: its [\\d,.]+ blocks wait for each other, and only [\\d,.]+ fit at once");
                });
    }

    @Test
    void aLaunchThatOverlapsTheOneBeforeIt() {
        assertTimed(Softmaxes.OVERLAP);
    }

    @Test
    void tensorMaps() {
        assumeHopper();
        assertTimed(Softmaxes.TENSOR_MAP);
    }
}
