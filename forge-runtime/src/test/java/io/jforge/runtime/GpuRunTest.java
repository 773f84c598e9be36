package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.EventfulRun.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run on a GPU in whose middle candidates crash, hang, write where they must not or ask for too much goes on to its
/// end, and leaves nothing on the device.
@Gpu
@Timeout(120)
class GpuRunTest {
    private static final long ROOM_MIB = 64;
    private static final int LOOKS = 40;

    @TempDir
    Path home;

    @Test
    void eachIsNamedAndTheRunGoesOn() throws Exception {
        var before = usedMebibytes();
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
        assertMemoryIsBack(before);
    }

    private static void assertMemoryIsBack(OptionalLong before) throws Exception {
        assumeTrue(before.isPresent(), "nvidia-smi does not say how much memory is in use");
        long allowed = before.getAsLong() + ROOM_MIB;
        long used = usedMebibytes().orElseThrow();
        for (int look = 0; look < LOOKS && used > allowed; look++) {
            Thread.sleep(100);
            used = usedMebibytes().orElseThrow();
        }
        assertThat(used).as("MiB in use after the run").isLessThanOrEqualTo(allowed);
    }

    /// Of the first device that nvidia-smi lists; empty where there is none or it does not say.
    private static OptionalLong usedMebibytes() throws InterruptedException {
        try {
            var process = new ProcessBuilder("nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits")
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var first = said.lines().findFirst().orElse("").strip();
            return process.waitFor() == 0 && first.matches("\\d+")
                    ? OptionalLong.of(Long.parseLong(first))
                    : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }
}
