package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of the notebook's process at twenty moments of a run on a GPU.
@Tag("endurance")
class GpuKilledKernelTest {
    private static final int MOMENTS = 20;

    @TempDir
    Path home;

    @Test
    @Timeout(600)
    void atMostTheTrialInFlightIsLostNoProcessIsLeftAndTheRunGoesOn() throws Exception {
        try (var forge = Forge.open(Map.of("JFORGE_HOME", home.toString()))) {
            assumeTrue(forge.devices().stream().map(Target::id).anyMatch("cuda:0"::equals), "no NVIDIA GPU here");
        }
        var cell = "%forge optimize softmax --device cuda:0 --shape 4096x1024 --iters 10 --seed 1 --baseline naive";
        var kernel = new KilledKernel(home, cell, 10);
        var whole = kernel.whole();
        var left = new ArrayList<KilledKernel.Left>();
        for (int i = 0; i < MOMENTS; i++) {
            left.add(kernel.killedAfter(whole.multipliedBy(i).dividedBy(MOMENTS)));
            System.out.println(left.getLast());
        }
        assertThat(left)
                .as("kills in the middle of a search")
                .filteredOn(each -> each.kept() > 0)
                .hasSizeGreaterThan(5);
    }
}
