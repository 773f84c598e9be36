package io.jforge.runtime;

import io.jforge.runtime.EventfulRun.Event;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run on a GPU in whose middle candidates crash, hang, write where they must not or ask for too much goes on to its
/// end, and leaves nothing on the device.
@Gpu
@Timeout(120)
class GpuRunTest {
    @TempDir
    Path home;

    @Test
    void eachIsNamedAndTheRunGoesOn() throws Exception {
        var before = GpuMemory.usedMebibytes();
        EventfulRun.assertGoesOn(
                home,
                Gpu.Needed.device().target().id(),
                "2048x4096",
                List.of(
                        Event.good(Softmaxes.right(128)),
                        new Event(Spoilt.ILLEGAL_ADDRESS, "crashed", "an illegal memory access was encountered .*"),
                        Event.good(Softmaxes.right(192)),
                        new Event(Spoilt.HANGS, "timed out", "verify took longer than 2\\.0 s"),
                        new Event(Spoilt.PAST_THE_END, "wrong", "guard zone: wrote outside of y .*"),
                        Event.good(Softmaxes.right(256)),
                        new Event(Spoilt.TOO_MANY_REGISTERS, "forbidden", "launch: launching softmax: .*"),
                        new Event(Spoilt.TOO_MUCH_SHARED_MEMORY, "forbidden", "launch: the device refuses it: .*"),
                        new Event(Spoilt.HANGS_WHEN_TIMED, "timed out", "time took longer than [\\d.]+ s"),
                        new Event(Spoilt.ONE_WRONG_AT_FULL_SHAPE, "wrong", "reference: y\\[1777,3000\\] is .*"),
                        Event.good(Softmaxes.THREE_LAUNCHES)));
        EventfulRun.assertNoProcessIsLeft();
        GpuMemory.assertBack(before);
    }
}
