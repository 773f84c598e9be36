package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.measure.RooflineCache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConfirmingTest {
    private static final Catalogue.Entry SOFTMAX = new Catalogue().find("softmax");

    @TempDir
    static Path folder;

    private static Rig rig;

    @BeforeAll
    static void ready() {
        rig = new Rig(
                Compilers.SOFTMAX,
                SOFTMAX,
                Tools.cpu(Compilers.USUAL),
                new RooflineCache(folder.resolve("roofline.json")),
                Conditions.usual(new DeviceLock(folder.resolve("lock"), () -> {}, () -> {})));
    }

    @AfterAll
    static void end() {
        rig.close();
    }

    private static Trial trial(int number, Source source, double micros) {
        var timing = new Timing(List.of(Math.round(micros * 1000)), false);
        return new Trial(
                number,
                number,
                number - 1,
                number,
                "change " + number,
                "",
                new Candidate(source, Map.of()),
                new Outcome.Timed(timing, Evidence.none()),
                Stages.NONE,
                Resources.NONE,
                Instant.now());
    }

    private static Source naive() {
        return SOFTMAX.naive(Language.C);
    }

    /// Right, and faster than naive since it adds in single precision.
    private static Source faster(String when) {
        return Compilers.softmax("#include <math.h>", """
                    static int calls;
                    calls++;
                    %s
                    for (int r = 0; r < rows; r++) {
                        const float *in = x + (long long) r * cols;
                        float *out = y + (long long) r * cols, largest = in[0], sum = 0;
                        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                        for (int i = 0; i < cols; i++) out[i] /= sum;
                    }
                """.formatted(when));
    }

    private static Optional<Integer> winner(Trial... trials) {
        return new Confirming(rig)
                .winner(new RunRecord(null, List.of(trials), Optional.empty()), RunListener.NONE)
                .map(confirmation -> confirmation.trial());
    }

    @Test
    void aRightOneIsConfirmedInPairsWithEvidence() {
        var record = new RunRecord(null, List.of(trial(0, naive(), 100), trial(1, faster(""), 50)), Optional.empty());
        var confirmed = new Confirming(rig).winner(record, RunListener.NONE).orElseThrow();
        assertThat(confirmed.trial()).isOne();
        assertThat(confirmed.naive().samplesNanos())
                .hasSameSizeAs(confirmed.best().samplesNanos())
                .hasSizeBetween(11, 41);
        assertThat(confirmed.other()).hasValueSatisfying(warm -> {
            assertThat(warm.naive().samplesNanos())
                    .hasSameSizeAs(warm.best().samplesNanos())
                    .hasSameSizeAs(confirmed.best().samplesNanos());
            assertThat(warm.speedup().ratio()).isGreaterThan(1);
        });
        assertThat(confirmed.evidence().checks())
                .as("on its way")
                .extracting(Check::rung)
                .contains(Rung.values());
        var atTheEnd = confirmed.evidence().checks().stream()
                .filter(check -> check.rung() == Rung.WINNER && check.shape().equals("softmax 64x128 f32"))
                .toList();
        assertThat(atTheEnd)
                .extracting(Check::inputs)
                .contains("normal", "uniform", "constant", "alternating", "outlier", "tiny", "denormal", "large")
                .contains("saturating");
        assertThat(atTheEnd)
                .extracting(Check::moment)
                .contains(Check.Moment.TIMED, Check.Moment.AFTER, Check.Moment.REPEAT);
    }

    @Test
    void nothingToConfirmIsNoWinner() {
        assertThat(winner(trial(0, naive(), 100))).isEmpty();
    }

    @Test
    void oneThatCrashesLaterOnDoesNotCostTheOthersTheirVictory() {
        var crashes = faster("if (calls > 16) *(volatile float *) 8 = 1;");
        assertThat(winner(trial(0, naive(), 100), trial(1, faster(""), 50), trial(2, crashes, 40)))
                .contains(1);
    }

    @Test
    void besideOneThatCrashesTheOthersHaveTheirTimesInPairs() {
        var crashes = new Candidate(faster("if (calls > 16) *(volatile float *) 8 = 1;"), Map.of());
        var right = new Candidate(faster(""), Map.of());
        var pairs = new InTurn(rig).pairs(trial(0, naive(), 100), List.of(crashes, right));
        assertThat(pairs.getFirst())
                .asInstanceOf(type(Step.Stopped.class))
                .extracting(Step.Stopped::outcome)
                .isInstanceOf(Outcome.Crashed.class);
        assertThat(InTurn.passed(pairs.getLast()))
                .singleElement()
                .satisfies(pair -> assertThat(pair.own().samplesNanos())
                        .hasSameSizeAs(pair.naive().samplesNanos()));
    }

    @Test
    void oneThatIsWrongLaterOnDoesNotWin() {
        var wrong = faster("if (calls > 16) { y[0] = 7; return; }");
        assertThat(winner(trial(0, naive(), 100), trial(1, wrong, 40))).isEmpty();
    }
}
