package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;

class RooflineTest {
    private static final long CACHE = 8L << 20;
    private static final Target CPU = new Target("cpu", "cpu", "test", 2, CACHE, 8L << 30, "avx2");
    private static final Roofline ROOF = new Roofline(10, 100);

    private static Task task(String op, String shape) {
        return Task.of(new Catalogue().find(op).op(), shape, "f32", CPU);
    }

    private static Timing micros(double us) {
        return new Timing(List.of(Math.round(us * 1000)), false);
    }

    @Test
    void bytesBoundASoftmax() {
        var softmax = task("softmax", "4096x1024");
        // 16 MiB in, 16 MiB out at 10 GB/s
        assertThat(ROOF.isMemoryBound(softmax)).isTrue();
        assertThat(ROOF.leastMicros(softmax)).isCloseTo(2 * 16.777216 / 10 * 1e3, within(1e-6));
        assertThat(ROOF.share(softmax, 2 * ROOF.leastMicros(softmax))).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void arithmeticBoundsAMatmul() {
        var matmul = task("matmul", "512x512x512");
        assertThat(ROOF.isMemoryBound(matmul)).isFalse();
        assertThat(ROOF.leastMicros(matmul)).isCloseTo(2.0 * 512 * 512 * 512 / 100 / 1e3, within(1e-6));
    }

    @Test
    void theFloorCountsOnlyWritesThatLeaveTheCache() {
        // 16 MiB read, 16 - 8 MiB written beyond the cache, at three times the measured bandwidth
        assertThat(ROOF.floorMicros(task("softmax", "4096x1024"), Cache.COLD))
                .isCloseTo((16.777216 + 16.777216 - 8.388608) / 10 * 1e3 / 3, within(1e-6));
        // an output that fits the cache may stay there; 64 KiB read
        assertThat(ROOF.floorMicros(task("softmax", "128x128"), Cache.COLD))
                .isCloseTo(0.065536 / 10 * 1e3 / 3, within(1e-6));
    }

    @Test
    void withAWarmCacheTheFloorCountsOnlyWhatItCannotHold() {
        // 16 - 8 MiB read, 16 - 8 MiB written
        assertThat(ROOF.floorMicros(task("softmax", "4096x1024"), Cache.WARM))
                .isCloseTo(2 * 8.388608 / 10 * 1e3 / 3, within(1e-6));
        // all of it is in the cache: its arithmetic is left
        var small = task("softmax", "128x128");
        assertThat(ROOF.floorMicros(small, Cache.WARM)).isCloseTo(small.flops() / 300.0 / 1e3, within(1e-9));
        assertThat(ROOF.floorMicros(small, Cache.WARM)).isLessThan(ROOF.floorMicros(small, Cache.COLD));
    }

    @Test
    void aTimeUnderTheFloorIsImpossibleAndOneAtItIsNot() {
        var matmul = task("matmul", "512x512x512");
        double floor = 2.0 * 512 * 512 * 512 / 100 / 1e3 / 3;
        assertThat(ROOF.floorMicros(matmul, Cache.COLD)).isCloseTo(floor, within(1e-6));
        assertThat(ROOF.impossible(matmul, micros(floor * 0.99), Cache.COLD))
                .contains("faster than this device can move the bytes or do the arithmetic");
        assertThat(ROOF.impossible(matmul, micros(floor * 1.01), Cache.COLD)).isEmpty();
    }

    @Test
    void aTimeALittleOverTheRoofIsBelieved() {
        var softmax = task("softmax", "4096x1024");
        assertThat(ROOF.impossible(softmax, micros(ROOF.leastMicros(softmax) / 1.2), Cache.COLD))
                .isEmpty();
    }
}
