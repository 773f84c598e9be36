package io.jforge.runtime;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A thousand candidates in a row on a GPU.
@Tag("endurance")
@ExtendWith(Gpu.Needed.class)
@Timeout(590)
class GpuEnduranceTest {
    private static final int COUNT = 1000;

    @TempDir
    Path home;

    /// The number is in the code, so that no two are the same binary.
    private static String softmax(int number, String more, String after) {
        var marked = "if (cols < 0) out[0] = " + number + ".0f;\n" + after;
        return Softmaxes.rows(256, "", more, marked);
    }

    @Test
    void eachIsMeasuredOrNamedAndMemoryIsBack() throws Exception {
        var before = GpuMemory.usedMebibytes();
        var endurance = new Endurance(
                number -> softmax(number, "", ""),
                Map.of(
                        "crashes", number -> softmax(number, "*(volatile float *) (16 + 16 * (size_t) cols) = 1;", ""),
                        "hangs", number -> softmax(number, "while (*(volatile float *) in != 123.25f) {}", ""),
                        "writes",
                                number -> softmax(
                                        number,
                                        "",
                                        "if (row == rows - 1 && threadIdx.x == 0) y[(size_t) rows * cols] = 0;")));
        endurance.assertEndured(home, Gpu.Needed.device().target().id(), "2048x4096", COUNT);
        System.out.println(
                "device memory in use: %s MiB before, %s MiB after".formatted(before, GpuMemory.usedMebibytes()));
        GpuMemory.assertBack(before);
    }
}
