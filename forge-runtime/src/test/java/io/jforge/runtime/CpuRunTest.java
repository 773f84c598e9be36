package io.jforge.runtime;

import io.jforge.runtime.EventfulRun.Event;
import io.jforge.runtime.compile.Compilers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run in whose middle candidates crash, hang and write where they must not goes on to its end.
@Timeout(240)
class CpuRunTest {
    private static final Path CHEATS = Path.of("src/test/resources/cheats/softmax");

    @TempDir
    Path home;

    private static Event cheat(String file, String label, String message) throws IOException {
        return new Event(Files.readString(CHEATS.resolve(file)), label, message);
    }

    private static Event good(int number) {
        var other = "volatile int another_binary = " + number + "; (void) another_binary;\n";
        return Event.good(Compilers.softmax("#include <math.h>", other + RIGHT).text());
    }

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

    @Test
    void eachIsNamedAndTheRunGoesOn() throws Exception {
        EventfulRun.assertGoesOn(
                home,
                "cpu",
                "64x128",
                List.of(
                        good(1),
                        cheat("null-pointer.c", "crashed", "illegal address \\(SIGSEGV\\).*"),
                        cheat("hangs.c", "timed out", "verify took longer than 2\\.0 s"),
                        good(2),
                        cheat("one-past-the-end.c", "wrong", "guard zone: wrote outside of y .*"),
                        cheat("hangs-when-timed.c", "timed out", "time took longer than [\\d.]+ s"),
                        good(3)));
        EventfulRun.assertNoProcessIsLeft();
    }
}
