package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// How much of the first GPU's memory is in use, over all processes.
final class GpuMemory {
    private static final long ROOM_MIB = 64;
    private static final int LOOKS = 40;

    private GpuMemory() {}

    /// Fails if more is in use than before, and some room; waits a little for what is being given back.
    static void assertBack(OptionalLong before) throws InterruptedException {
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
    static OptionalLong usedMebibytes() throws InterruptedException {
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
