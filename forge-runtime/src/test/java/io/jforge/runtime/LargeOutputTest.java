package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An output of 65.6 MiB, which the judge's process compares: every element of it, as here with small ones.
@Timeout(240)
class LargeOutputTest {
    private static final String RIGHT = """
            #pragma omp parallel for
            for (int r = 0; r < rows; r++) {
                const float *in = x + (long long) r * cols;
                float *out = y + (long long) r * cols, largest = in[0], sum = 0;
                for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                for (int i = 0; i < cols; i++) out[i] = out[i] / sum;
            }
            """;

    @TempDir
    static Path folder;

    private static Bench bench;

    @BeforeAll
    static void ready() {
        bench = new Bench(folder, "softmax", "4200x4096");
    }

    @AfterAll
    static void end() {
        bench.close();
    }

    private static Outcome evaluate(String more) {
        return bench.evaluate(Compilers.softmax("#include <math.h>", RIGHT + more));
    }

    @Test
    void aRightOneIsTimed() {
        var outcome = evaluate("");
        assertThat(outcome)
                .as(outcome.message())
                .isInstanceOfSatisfying(
                        Outcome.Timed.class,
                        timed -> assertThat(timed.evidence().checks().stream()
                                        .filter(check -> check.shape().equals("softmax 4200x4096 f32")))
                                .hasSizeGreaterThanOrEqualTo(10)
                                .allMatch(check -> check.share() < 0.6)
                                .filteredOn(check -> check.inputs().equals("normal"))
                                .allMatch(check -> check.share() > 0)
                                .extracting(Check::moment)
                                .contains(
                                        Check.Moment.BEFORE,
                                        Check.Moment.TIMED,
                                        Check.Moment.AFTER,
                                        Check.Moment.REPEAT));
    }

    @Test
    void oneElementInSeventeenMillionIsSeen() {
        var outcome = evaluate("if (rows == 4200) y[3999LL * cols + 17] *= 1.001f;");
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Wrong.class, wrong -> {
            assertThat(wrong.check()).isEqualTo("reference");
            assertThat(wrong.what()).startsWith("y[3999,17] is ").contains("at softmax 4200x4096 f32 normal, seed ");
        });
    }

    @Test
    void oneThatWasNeverWrittenIsSeen() {
        var skips = RIGHT.replace(
                        "i < cols; i++) out[i] = out[i] / sum",
                        "i < cols - (rows == 4200 && r == 4199); i++) out[i] = out[i] / sum")
                .replace(
                        "sum += out[i] = expf(in[i] - largest)",
                        "{ float e = expf(in[i] - largest); sum += e; if (rows != 4200 || r < 4199 || i < cols - 1) out[i] = e; }");
        var outcome = bench.evaluate(Compilers.softmax("#include <math.h>", skips));
        assertThat(outcome)
                .as(outcome.message())
                .isInstanceOfSatisfying(
                        Outcome.Wrong.class,
                        wrong -> assertThat(wrong.what()).startsWith("y[4199,4095] was never written at "));
    }
}
