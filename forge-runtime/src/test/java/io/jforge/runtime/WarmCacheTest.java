package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Rung;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Timing on the same inputs again and again, which invites other cheats than a cold cache does.
@Timeout(60)
class WarmCacheTest {
    @TempDir
    static Path folder;

    private static Bench bench;

    @BeforeAll
    static void ready() {
        bench = new Bench(folder, "softmax", "96x128"); // 96 is no small shape's size: only full checks have this shape
    }

    @AfterAll
    static void end() {
        bench.close();
    }

    private static Outcome evaluate(Source source, Roofline roofline) {
        return bench.pipeline(roofline, Cache.WARM)
                .evaluate(new Candidate(source, source.defaults()), Double.POSITIVE_INFINITY)
                .outcome();
    }

    @Test
    void anHonestSourceIsTimedAndItsLastInputsAreJudgedAgain() {
        var naive = new Catalogue().find("softmax").naive(Language.C);
        assertThat(evaluate(naive, Bench.HIGH)).isInstanceOfSatisfying(Outcome.Timed.class, timed -> {
            var full = timed.evidence().checks().stream()
                    .filter(check -> check.shape().equals("softmax 96x128 f32"))
                    .toList();
            assertThat(full).extracting(Check::moment).contains(Check.Moment.TIMED, Check.Moment.REPEAT);
            var seeds = full.stream()
                    .filter(check -> check.rung() == Rung.TRIAL && check.moment() != Check.Moment.REPEAT)
                    .map(Check::seed);
            assertThat(seeds).as("before, twice while timed, after").hasSize(4).doesNotHaveDuplicates();
        });
    }

    @Test
    void oneThatSkipsWorkItHasDoneBeforeIsWrong() {
        var skips = Compilers.softmax("#include <math.h>", """
                    static unsigned long long known;
                    unsigned long long hash = 1;
                    for (int i = 0; i < rows * cols; i++) hash = (hash ^ ((const unsigned *) x)[i]) * 0x9E3779B97F4A7C15;
                    if (hash == known) return;
                    known = hash;
                    for (int r = 0; r < rows; r++) {
                        const float *in = x + (long long) r * cols;
                        float *out = y + (long long) r * cols, largest = in[0];
                        double sum = 0;
                        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
                    }
                """);
        assertThat(evaluate(skips, Bench.HIGH))
                .isInstanceOfSatisfying(
                        Outcome.Wrong.class, wrong -> assertThat(wrong.check()).isEqualTo("reference"));
    }

    /// The cache of the bench's target holds the whole task, so that only its arithmetic takes time for certain.
    @Test
    void theFloorCountsWhatTheCacheCannotHold() {
        var naive = new Catalogue().find("softmax").naive(Language.C);
        assertThat(evaluate(naive, new Roofline(1e-3, 1e9))).isInstanceOf(Outcome.Timed.class);
        assertThat(evaluate(naive, new Roofline(1e6, 1e-3))).isInstanceOf(Outcome.Suspect.class);
    }
}
