package io.jforge.runtime;

import io.jforge.runtime.compile.Compilers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Some dozens of candidates in a row on the processor.
@Timeout(240)
class CpuEnduranceTest {
    private static final int COUNT = 40;

    private static final String RIGHT = """
            for (int r = 0; r < rows; r++) {
                const float *in = x + (long long) r * cols;
                float *out = y + (long long) r * cols, largest = in[0];
                for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                double sum = 0;
                for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
            }
            """;

    @TempDir
    Path home;

    private static String softmax(int number, String more) {
        var other = "volatile int another_binary = " + number + "; (void) another_binary;\n";
        return Compilers.softmax("#include <math.h>", other + RIGHT + more).text();
    }

    @Test
    void eachIsMeasuredOrNamedAndMemoryIsBack() throws Exception {
        new Endurance(
                        number -> softmax(number, ""),
                        Map.of(
                                "crashes", number -> softmax(number, "*(volatile float *) 16 = 1;"),
                                "hangs", number -> softmax(number, "while (*(volatile const float *) x != 123.25f) {}"),
                                "writes", number -> softmax(number, "y[(long long) rows * cols] = 0;")))
                .assertEndured(home, "cpu", "64x128", COUNT);
    }
}
