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
                        new Event(
                                Cheat.text("softmax/illegal-address.cu"),
                                "crashed",
                                "an illegal memory access was encountered .*"),
                        Event.good(Softmaxes.right(192)),
                        new Event(Cheat.text("softmax/hangs.cu"), "timed out", "verify took longer than 2\\.0 s"),
                        new Event(Cheat.text("softmax/past-the-end.cu"), "wrong", "guard zone: wrote outside of y .*"),
                        Event.good(Softmaxes.right(256)),
                        new Event(
                                Cheat.text("softmax/too-many-registers.cu"),
                                "forbidden",
                                "launch: launching softmax: .*"),
                        new Event(
                                Cheat.text("softmax/too-much-shared-memory.cu"),
                                "forbidden",
                                "launch: the device refuses it: .*"),
                        new Event(
                                Cheat.text("softmax/hangs-when-timed.cu"),
                                "timed out",
                                "time took longer than [\\d.]+ s"),
                        new Event(
                                Cheat.text("softmax/one-wrong-at-full-shape.cu"),
                                "wrong",
                                "reference: y\\[1777,3000\\] is .*"),
                        Event.good(Softmaxes.THREE_LAUNCHES)));
        EventfulRun.assertNoProcessIsLeft();
        GpuMemory.assertBack(before);
    }
}
