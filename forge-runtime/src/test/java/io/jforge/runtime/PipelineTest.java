package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evaluator.Evaluation;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Honest sources, of all kinds, on many shapes: none is refused.
@Timeout(60)
class PipelineTest {
    private static final double NO_BEST = Double.POSITIVE_INFINITY;

    @TempDir
    static Path folder;

    private static Bench bench;

    @BeforeAll
    static void ready() {
        bench = new Bench(folder, "softmax", "64x128");
    }

    @AfterAll
    static void end() {
        bench.close();
    }

    private static Outcome.Timed timed(Outcome outcome) {
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Timed.class);
        return (Outcome.Timed) outcome;
    }

    private static Source naive() {
        return new Catalogue().find("softmax").naive(Language.C);
    }

    private static Source source(String header, String body) {
        return Source.parse("""
                /* forge 1 c softmax
                %s
                 * launch softmax %s args(x, y, rows, cols)
                 */
                #include <math.h>
                void softmax(const float *x, float *y, int rows, int cols) {
                    %s
                    for (int r = 0; r < rows; r++) {
                        const float *in = x + (long long) r * cols;
                        float *out = y + (long long) r * cols, largest = in[0];
                        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                        double sum = 0;
                        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
                    }
                }
                """.formatted(header, body.contains("omp") ? "threads(2)" : "threads(1)", body));
    }

    @Test
    void evidenceNamesEveryRun() {
        var checks = timed(bench.evaluate(naive())).evidence().checks();
        for (var kind : new String[] {
            "normal", "uniform", "constant", "alternating", "outlier", "tiny", "denormal", "large", "saturating"
        })
            assertThat(checks)
                    .extracting(Check::label)
                    .anyMatch(label -> label.matches("softmax \\d+x\\d+ f32 " + kind + ", seed [0-9a-f]+"));
        var full = checks.stream()
                .filter(check -> check.shape().equals("softmax 64x128 f32"))
                .toList();
        assertThat(full)
                .extracting(Check::moment)
                .contains(Check.Moment.BEFORE, Check.Moment.TIMED, Check.Moment.AFTER, Check.Moment.REPEAT);
        assertThat(full.stream()
                        .filter(check -> check.moment() == Check.Moment.TIMED)
                        .map(Check::seed))
                .hasSize(2)
                .doesNotHaveDuplicates();
        assertThat(checks).allMatch(check -> check.took().toNanos() > 0);
    }

    @Test
    void aNewBestHasFiveFreshSeedsToProve() {
        var evaluation = bench.pipeline(Bench.HIGH).evaluate(new Candidate(naive(), Map.of()), NO_BEST);
        assertThat(timed(evaluation.outcome()).evidence().checks().stream()
                        .filter(check -> check.rung() == Rung.BEST)
                        .map(Check::seed))
                .hasSize(5)
                .doesNotHaveDuplicates();
        var no = bench.pipeline(Bench.HIGH).evaluate(new Candidate(naive(), Map.of()), 0.5);
        assertThat(timed(no.outcome()).evidence().checks()).noneMatch(check -> check.rung() == Rung.BEST);
    }

    /// At its own shape it takes inputs to be as they are while it is timed.
    @Test
    void oneThatCountsOnNormalInputsWhereItIsTimedIsNoNewBest() {
        var counts = source("", """
                if (rows == 64 && cols == 128) {
                    for (int r = 0; r < rows; r++) {
                        float sum = 0, *out = y + r * cols;
                        for (int i = 0; i < cols; i++) sum += out[i] = expf(x[r * cols + i]);
                        for (int i = 0; i < cols; i++) out[i] = out[i] / sum;
                    }
                    return;
                }
                """);
        var caught = 0;
        for (int i = 0; i < 12 && caught == 0; i++) {
            var outcome = bench.evaluate(Source.parse(counts.text() + "// " + i + "\n"));
            if (outcome instanceof Outcome.Wrong wrong) {
                assertThat(wrong.what()).containsPattern("at softmax 64x128 f32 (large|outlier), seed ");
                caught++;
            }
        }
        assertThat(caught)
                .as("in twelve tries, each of which meets half of the kinds")
                .isOne();
    }

    @Test
    void noSeedIsUsedTwiceRunning() {
        var candidate = new Candidate(naive(), Map.of());
        var before = "";
        assertThat(bench.naive()).isInstanceOf(Step.Passed.class);
        for (int i = 0; i < 12; i++) {
            var check = bench.verifier
                    .again(candidate, Pipeline.MODULE)
                    .outcome(evidence ->
                            new Outcome.Rejected(evidence.checks().getFirst().label()))
                    .message();
            assertThat(check).startsWith("softmax 64x128 f32 normal, seed ").isNotEqualTo(before);
            before = check;
        }
    }

    @Test
    void errorsAreFarFromWhatIsAllowed() {
        assertThat(timed(bench.evaluate(naive())).evidence().worstShare()).isBetween(0.0, 0.2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_Pragma(\"omp parallel for\")",
                "float local[4096]; local[rows % 4096] = x[0]; y[0] = local[rows % 4096];",
                "static int calls; calls++;"
            })
    void honestVariationsPass(String body) {
        timed(bench.evaluate(source(" #", body)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " * option fastmath",
                " * require cols % 16 == 0",
                " * require rows == 64 && cols == 128   # pinned to this shape",
                " * tune BLOCK in 8 16 32\n * const WIDE = 4*BLOCK"
            })
    void honestHeadersPass(String header) {
        timed(bench.evaluate(source(header, "")));
    }

    @Test
    void aShapeThatIsCompiledInIsThatShapesOnly() {
        var text = source(" * const COLS = cols", "").text().replace("i < cols", "i < COLS");
        var checks = timed(bench.evaluate(text)).evidence().checks();
        assertThat(checks)
                .extracting(Check::shape)
                .allMatch(shape -> shape.matches("softmax \\d+x128 f32"))
                .anyMatch(shape -> !shape.startsWith("softmax 64x"));
    }

    @ParameterizedTest
    @CsvSource({"softmax, 1x1", "softmax, 509x7", "matmul, 3x8x5x300"})
    void naiveSourcesAreRightOnEveryShape(String op, String shape) {
        try (var other = new Bench(folder.resolve(op + shape), op, shape)) {
            assertThat(other.naive().outcome(_ -> new Outcome.Rejected("passed")))
                    .isEqualTo(new Outcome.Rejected("passed"));
        }
    }

    @Test
    void theSameCodeIsMeasuredOnce() {
        var pipeline = bench.pipeline(Bench.HIGH);
        var first = pipeline.evaluate(new Candidate(naive(), Map.of()), NO_BEST).outcome();
        var commented = Source.parse(naive().text() + "/* another comment */\n");
        assertThat(pipeline.evaluate(new Candidate(commented, Map.of()), NO_BEST)
                        .outcome())
                .isSameAs(first);
    }

    @Test
    void aTimeThatNoMachineReachesIsSuspect() {
        var outcome = bench.pipeline(new Roofline(1e-3, 1e-3))
                .evaluate(new Candidate(naive(), Map.of()), NO_BEST)
                .outcome();
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Suspect.class, suspect -> {
            assertThat(suspect.floorMicros()).isGreaterThan(suspect.timing().medianMicros());
            assertThat(suspect.message()).contains("faster than this device can move the bytes or do the arithmetic");
        });
    }

    @Test
    void oneFarSlowerThanTheBestIsRacedOutAndStillTimed() {
        var evaluation = bench.pipeline(Bench.HIGH).evaluate(new Candidate(naive(), Map.of()), 1e-3);
        assertThat(timed(evaluation.outcome()).timing().racedOut()).isTrue();
        assertThat(timed(evaluation.outcome()).timing().samplesNanos()).hasSize(3);
        assertThat(timed(evaluation.outcome()).evidence().checks())
                .as("it is said to be right, so it is run again")
                .extracting(Check::moment)
                .contains(Check.Moment.AFTER, Check.Moment.REPEAT)
                .doesNotContain(Check.Moment.TIMED);
    }

    /// It keeps the answer of an input's address, and takes so long that no sample of it is judged.
    @Test
    void oneThatIsRacedOutIsCaughtTooIfItRemembers() {
        var remembers = source("", """
                static const float *known;
                if (rows == 64 && cols == 128) {
                    if (x == known) { for (int i = 0; i < rows * cols; i++) y[i] = 0.0078125f; return; }
                    known = x;
                }
                """);
        var outcome = bench.pipeline(Bench.HIGH)
                .evaluate(new Candidate(remembers, Map.of()), 1e-3)
                .outcome();
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Wrong.class);
    }

    @Test
    void anOutcomeBeforeACrashIsNotLost() {
        var pipeline = bench.pipeline(Bench.HIGH);
        var first = pipeline.evaluate(new Candidate(naive(), Map.of()), NO_BEST);
        var crash = Compilers.softmax("", "*(volatile float *) 8 = x[0];");
        assertThat(pipeline.evaluate(new Candidate(crash, Map.of()), NO_BEST).outcome())
                .isInstanceOf(Outcome.Crashed.class);
        assertThat(pipeline.evaluate(new Candidate(naive(), Map.of()), NO_BEST).outcome())
                .isSameAs(first.outcome());
        timed(pipeline.evaluate(new Candidate(source(" * option fastmath", ""), Map.of()), NO_BEST)
                .outcome());
    }

    @Test
    void everyStageIsTimedAsFarAsItWasReached() {
        Evaluation whole = bench.pipeline(Bench.HIGH).evaluate(new Candidate(naive(), Map.of()), NO_BEST);
        assertThat(java.util.List.of(
                        whole.stages().compile(),
                        whole.stages().verify(),
                        whole.stages().time()))
                .allMatch(stage -> stage.toMillis() > 5);
        var rejected = bench.pipeline(Bench.HIGH)
                .evaluate(new Candidate(Compilers.softmax("", "y[0] = ;"), Map.of()), NO_BEST);
        assertThat(rejected.outcome()).isInstanceOf(Outcome.Rejected.class);
        assertThat(rejected.stages().verify()).isEqualTo(Duration.ZERO);
        assertThat(rejected.stages().time()).isEqualTo(Duration.ZERO);
    }

    @Test
    void aWaitForTheDeviceCountsInNoStage() throws InterruptedException {
        var wait = Duration.ofSeconds(1);
        var held = new CountDownLatch(1);
        var waiting = new CountDownLatch(1);
        var other = Thread.ofPlatform()
                .start(() -> new DeviceLock(bench.lockFile, () -> {}, () -> {}).holding(() -> {
                    held.countDown();
                    return await(waiting) && sleep(wait);
                }));
        held.await();
        bench.waiting = waiting::countDown;
        long start = System.nanoTime();
        var evaluation = bench.pipeline(Bench.HIGH).evaluate(new Candidate(naive(), Map.of()), NO_BEST);
        var passed = Duration.ofNanos(System.nanoTime() - start);
        other.join();
        timed(evaluation.outcome());
        assertThat(passed.minus(evaluation.stages().total())).isGreaterThanOrEqualTo(wait);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static boolean sleep(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aHeaderThatDoesNotFitTheTaskIsForbiddenByItsPlan() {
        var outcome = bench.evaluate(source(" * require cols % 100 == 0", ""));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Forbidden.class, forbidden -> {
            assertThat(forbidden.rule()).isEqualTo("plan");
            assertThat(forbidden.why()).contains("requires cols % 100 == 0");
        });
    }
}
