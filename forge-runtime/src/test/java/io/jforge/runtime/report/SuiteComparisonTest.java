package io.jforge.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.SuiteChange.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteComparisonTest {
    private static SuiteChange only(SuiteResult before, SuiteResult after) {
        var changes = SuiteComparison.of(before, after).changes();
        assertThat(changes).hasSize(1);
        return changes.getFirst();
    }

    /// Naive does not change; ours goes from 100 us to what is given, each with an interval of so many per cent.
    @ParameterizedTest
    @CsvSource({
        "80,   1,   FASTER",
        "125,  1,   SLOWER",
        "102,  0.3, SLOWER",
        "98,   0.3, FASTER",
        "100.5, 0.1, SAME", // beyond its interval, and too little to count
        "99.5, 0.1, SAME",
        "102,  5,   SAME", // enough to count, and within its interval
        "100,  0.1, SAME",
    })
    void aChangeCountsBeyondItsIntervalAndBeyondOnePerCent(double now, double percent, Verdict verdict) {
        var change = only(
                Suites.of(Suites.row("wide", 1000, 100, percent)), Suites.of(Suites.row("wide", 1000, now, percent)));
        assertThat(change.verdict()).isEqualTo(verdict);
        assertThat(change.speedup().orElseThrow()).isCloseTo(100 / now, within(1e-9));
        assertThat(change.speedupCi95().orElseThrow())
                .satisfies(ends -> assertThat(ends.get(0)).isLessThan(100 / now))
                .satisfies(ends -> assertThat(ends.get(1)).isGreaterThan(100 / now));
    }

    /// The baselines say that the machine is a fifth slower now.
    @ParameterizedTest
    @CsvSource({"120, SAME, 1.0", "100, FASTER, 1.2", "150, SLOWER, 0.8"})
    void theMachinesDriftIsTakenOut(double now, Verdict verdict, double speedup) {
        var change = only(Suites.of(Suites.row("wide", 1000, 100, 0.5)), Suites.of(Suites.row("wide", 1200, now, 0.5)));
        assertThat(change.verdict()).isEqualTo(verdict);
        assertThat(change.speedup().orElseThrow()).isCloseTo(speedup, within(1e-9));
    }

    @Test
    void theDriftIsTheGeometricMeanOfNaiveAndEagerAlone() {
        var before = Suites.of(
                Suites.row("softmax", "wide", Map.of("naive", 1000.0, "eager", 200.0, "compile", 100.0), 100, 1));
        var after = Suites.of(
                Suites.row("softmax", "wide", Map.of("naive", 1100.0, "eager", 200.0, "compile", 900.0), 100, 1));
        var drift = SuiteComparison.of(before, after).drift();
        assertThat(drift.ratio()).isCloseTo(Math.sqrt(1.1), within(1e-9));
        assertThat(drift.baselines()).isEqualTo(2);
    }

    @Test
    void eagerOfAnotherPytorchTellsNothingOfTheMachine() {
        var row = Suites.row("softmax", "wide", Map.of("naive", 1000.0, "eager", 200.0), 100, 1);
        var faster = Suites.row("softmax", "wide", Map.of("naive", 1000.0, "eager", 100.0), 100, 1);
        var comparison = SuiteComparison.of(
                Suites.of("EPYC", Map.of("pytorch", "2.8"), List.of(), row),
                Suites.of("EPYC", Map.of("pytorch", "2.9"), List.of(), faster));
        assertThat(comparison.drift().ratio()).isEqualTo(1);
        assertThat(comparison.drift().baselines()).isEqualTo(1);
        assertThat(comparison.otherwise()).containsExactly("pytorch: 2.8 before, 2.9 now");
    }

    /// Naive went up 5 % here and down 5 % there, though nobody touched it: so may ours.
    @Test
    void whatBaselinesDifferByIsNoise() {
        var before = Suites.of(
                Suites.row("a", 1000, 100, 0.1), Suites.row("b", 1000, 100, 0.1), Suites.row("c", 1000, 100, 0.1));
        var after = Suites.of(
                Suites.row("a", 1050, 106, 0.1), Suites.row("b", 950, 130, 0.1), Suites.row("c", 1000, 100, 0.1));
        var comparison = SuiteComparison.of(before, after);
        assertThat(comparison.drift().spread()).isCloseTo(0.05, within(0.001));
        assertThat(comparison.drift().least())
                .isCloseTo(Math.exp(1.96 * comparison.drift().spread()), within(1e-9));
        assertThat(comparison.changes())
                .extracting(SuiteChange::verdict)
                .containsExactly(Verdict.SAME, Verdict.SLOWER, Verdict.SAME);
        assertThat(comparison.isWorse()).isTrue();
    }

    @Test
    void nothingIsComparedAcrossDeviceModelsShapesDtypesAndCaches() {
        var row = Suites.row("wide", 1000, 100, 1);
        var slow = Suites.row("wide", 1000, 200, 1);
        var elsewhere = SuiteComparison.of(Suites.of("Xeon", Map.of(), List.of(), row), Suites.of(slow));
        assertThat(elsewhere.changes()).extracting(SuiteChange::verdict).containsExactly(Verdict.INCOMPARABLE);
        assertThat(elsewhere.drift()).isEqualTo(Drift.NONE);
        assertThat(elsewhere.isWorse()).isFalse();

        var json = SuiteJson.text(Suites.of(slow));
        for (var other : List.of(
                json.replace("\"rows\" : 64", "\"rows\" : 65"),
                json.replace("\"dtype\" : \"f32\"", "\"dtype\" : \"f16\""),
                json.replace("\"cache\" : \"cold\"", "\"cache\" : \"warm\""))) {
            assertThat(other).isNotEqualTo(json);
            var change = only(Suites.of(row), SuiteJson.parse(other, "other.json"));
            assertThat(change.verdict()).isEqualTo(Verdict.INCOMPARABLE);
            assertThat(change.reason().orElseThrow())
                    .contains("another")
                    .contains("before")
                    .contains("now");
            assertThat(change.speedup()).isEmpty();
        }
    }

    @Test
    void whatIsMeasuredNoMoreIsWorse() {
        var row = Suites.row("wide", 1000, 100, 1);
        for (var now :
                List.of(Suites.skipped("wide", "the naive source did not pass"), Suites.without(row, "nothing"))) {
            var comparison = SuiteComparison.of(Suites.of(row), Suites.of(now));
            assertThat(comparison.changes()).extracting(SuiteChange::verdict).containsExactly(Verdict.LOST);
            assertThat(comparison.changes().getFirst().reason()).isEqualTo(now.reason());
            assertThat(comparison.isWorse()).isTrue();
            assertThat(only(Suites.of(now), Suites.of(row)).verdict()).isEqualTo(Verdict.INCOMPARABLE);
        }
    }

    @Test
    void addedAndGoneRowsAreToldAsFarAsTheyWereToBeMeasured() {
        var a = Suites.row("a", 1000, 100, 1);
        var b = Suites.row("b", 1000, 100, 1);
        var c = Suites.row("c", 1000, 100, 1);
        assertThat(SuiteComparison.of(Suites.of(a, b), Suites.of(b, c)).changes())
                .extracting(SuiteChange::preset, SuiteChange::verdict)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("b", Verdict.SAME),
                        org.assertj.core.groups.Tuple.tuple("c", Verdict.ADDED),
                        org.assertj.core.groups.Tuple.tuple("a", Verdict.GONE));
        var selected = Suites.of("EPYC", Map.of(), List.of("softmax/b"), b);
        assertThat(SuiteComparison.of(Suites.of(a, b), selected).changes())
                .extracting(SuiteChange::preset)
                .containsExactly("b");
    }

    /// Two independent normal estimates: the half-widths of logarithms add up by their squares.
    @Test
    void theIntervalOfAQuotientHoldsBothIntervals() {
        var quotient = Quotient.of(new Speedup(100, 97, 104), new Speedup(50, 48, 51));
        assertThat(quotient.ratio()).isEqualTo(2);
        double down = Math.hypot(Math.log(100 / 97.0), Math.log(51 / 50.0));
        double up = Math.hypot(Math.log(104 / 100.0), Math.log(50 / 48.0));
        assertThat(quotient.low()).isCloseTo(2 * Math.exp(-down), within(1e-12));
        assertThat(quotient.high()).isCloseTo(2 * Math.exp(up), within(1e-12));
    }

    /// 4,000 pairs of sessions between which nothing has changed but the machine, with errors of 2 % each.
    @Test
    void ofUnchangedCodeHardlyAnyIsCalledFasterOrSlower() {
        var random = new java.util.Random(7);
        int called = 0;
        for (int i = 0; i < 1000; i++) {
            var comparison = SuiteComparison.of(session(random, 1), session(random, 1.1));
            called += (int) comparison.changes().stream()
                    .filter(change -> change.verdict() != Verdict.SAME)
                    .count();
        }
        assertThat(called).isLessThan(4000 / 20);
    }

    private static SuiteResult session(java.util.Random random, double machine) {
        var rows = new SuiteRow[4];
        for (int i = 0; i < rows.length; i++)
            rows[i] = Suites.row(
                    "p" + i,
                    1000 * machine * Math.exp(0.02 * random.nextGaussian()),
                    100 * machine * Math.exp(0.02 * random.nextGaussian()),
                    1.96 * 2);
        return Suites.of(rows);
    }
}
