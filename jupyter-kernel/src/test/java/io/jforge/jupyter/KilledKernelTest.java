package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of the notebook's process at several moments of a run.
class KilledKernelTest {
    private static final int MOMENTS = 4;

    @TempDir
    Path home;

    @Test
    @Timeout(300)
    void atMostTheTrialInFlightIsLostNoProcessIsLeftAndTheRunGoesOn() throws Exception {
        var cell = "%forge optimize softmax --device cpu --shape 64x128 --iters 4 --seed 1 --baseline naive";
        var kernel = new KilledKernel(home, cell, 4);
        var whole = kernel.whole();
        var left = new ArrayList<KilledKernel.Left>();
        for (int i = 1; i <= MOMENTS; i++) {
            left.add(kernel.killedAfter(whole.multipliedBy(i).dividedBy(MOMENTS + 1)));
            System.out.println(left.getLast());
        }
        assertThat(left).extracting(KilledKernel.Left::moment).isSorted().doesNotContain(Duration.ZERO);
        assertThat(left).as("a kill in the middle of a search").anyMatch(each -> each.kept() > 0);
    }
}
