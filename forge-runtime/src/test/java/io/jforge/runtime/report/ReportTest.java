package io.jforge.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static RunRecord oneTrial() {
        return Runs.of(List.of(Runs.trials().getFirst()));
    }

    private static RunRecord nothingTimed() {
        return Runs.of(List.of(Runs.trial(0, -1, "naive", new Outcome.Rejected("line 1: no"), Map.of())));
    }

    private static RunRecord nothingTried() {
        return Runs.of(List.of());
    }

    static List<RunRecord> runs() {
        return List.of(Runs.finished(), Runs.unconfirmed(), oneTrial(), nothingTimed(), nothingTried());
    }

    private static JsonNode json(Object value) {
        return JSON.readTree(JSON.writeValueAsString(value));
    }

    @Test
    void theSummaryHasNaiveAndBestAsTheyWereConfirmed() {
        var table = Tables.summary(Runs.finished());
        assertThat(table.stringColumn("version").asList()).containsExactly("naive", "best: both cores (UN=8)");
        assertThat(table.doubleColumn("median us").asList()).containsExactly(16300.0, 2037.5);
        assertThat(table.doubleColumn("speedup").asList()).containsExactly(1.0, 8.0);
        assertThat(table.stringColumn("speedup interval").get(1)).isEqualTo("7.900 to 8.100");
        assertThat(table.doubleColumn("roofline").get(1)).isCloseTo(1600 / 2037.5, within(1e-9));
    }

    @Test
    void theSummaryHasBothAgainWithTheOtherCache() {
        var table = Tables.summary(Runs.withBothCaches());
        assertThat(table.stringColumn("version").asList())
                .containsExactly("naive", "best: both cores (UN=8)", "naive, warm cache", "best, warm cache");
        assertThat(table.doubleColumn("median us").asList()).containsExactly(16300.0, 2037.5, 8000.0, 500.0);
        assertThat(table.doubleColumn("speedup").asList()).containsExactly(1.0, 8.0, 1.0, 16.0);
        assertThat(table.stringColumn("speedup interval").get(3)).isEqualTo("16.00 to 20.00");
    }

    @Test
    void theJsonHasWarningsAndTheStateAtTheEnd() {
        var ending = new RunEnding(
                "time", 2, Optional.empty(), List.of("somebody else"), Map.of("SM clock", "1200 of 1980 MHz"));
        var json = json(RunJson.full(new RunRecord(Runs.header("a"), Runs.trials(), Optional.of(ending))));
        assertThat(json.at("/warnings/0").asString()).isEqualTo("somebody else");
        assertThat(json.at("/environment_at_end/SM clock").asString()).isEqualTo("1200 of 1980 MHz");
        assertThat(json(RunJson.full(Runs.finished())).path("warnings").isEmpty())
                .isTrue();
    }

    @Test
    void theJsonHasBothCaches() {
        var json = json(RunJson.full(Runs.withBothCaches()));
        assertThat(json.path("cache").asString()).isEqualTo("cold");
        assertThat(json.path("isolation").asString()).isEqualTo("worker");
        assertThat(json.at("/best/caches/cold/median_us").asDouble()).isEqualTo(2037.5);
        assertThat(json.at("/best/caches/warm/naive_us").asDouble()).isEqualTo(8000);
        assertThat(json.at("/best/caches/warm/median_us").asDouble()).isEqualTo(500);
        assertThat(json.at("/best/caches/warm/speedup").asDouble()).isEqualTo(16);
        assertThat(json.at("/best/caches/warm/roofline").asDouble()).isEqualTo(3.2);
        assertThat(json(RunJson.full(Runs.finished())).at("/best/caches").propertyNames())
                .containsExactly("cold");
    }

    @Test
    void withoutAConfirmationTheSummarySaysSo() {
        var table = Tables.summary(Runs.unconfirmed());
        assertThat(table.stringColumn("speedup interval").get(1)).isEqualTo("not confirmed");
        assertThat(table.doubleColumn("speedup").get(1)).isCloseTo(16050 / 2010.0, within(1e-9));
    }

    @Test
    void theTrialTableHasARowForEachTrialAndGapsWhereNothingWasTimed() {
        var table = Tables.trials(Runs.finished());
        assertThat(table.rowCount()).isEqualTo(5);
        assertThat(table.column("from node").isMissing(0)).isTrue();
        assertThat(table.column("median us").isMissing(3)).isTrue();
        assertThat(table.column("roofline").isMissing(3)).isTrue();
        assertThat(table.doubleColumn("roofline").get(2))
                .isEqualTo(Runs.finished().header().leastMicros()
                        / Runs.trials().get(2).medianMicros().orElseThrow());
        assertThat(table.stringColumn("outcome").get(3)).isEqualTo("wrong");
        assertThat(table.doubleColumn("speedup").get(1)).isCloseTo(16050 / 4010.0, within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyRunHasItsTablesTextsAndChart(RunRecord run) {
        assertThat(Tables.text(Tables.summary(run))).isNotBlank();
        assertThat(Tables.text(Tables.trials(run))).isNotBlank();
        assertThat(TextChart.of(run)).isNotNull();
        assertThat(json(RunJson.full(run)).isObject()).isTrue();
        var chart = Charts.bestSoFar(run);
        var image = new BufferedImage(chart.getWidth(), chart.getHeight(), BufferedImage.TYPE_INT_RGB);
        chart.paint(image.createGraphics(), chart.getWidth(), chart.getHeight());
        assertThat(Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                        .distinct())
                .as("colours")
                .contains(0xFFFFFFFF)
                .hasSizeGreaterThan(2);
    }

    @Test
    void theChartShowsTrialsTheBestSoFarNaiveAndTheRoofline() {
        var chart = Charts.bestSoFar(Runs.finished());
        assertThat(chart.getSeriesCollection())
                .extracting(XYSeries::getName)
                .containsExactly("trial", "best so far", "naive", "roofline");
        assertThat(series(chart, "trial").getXData()).containsExactly(0, 1, 2, 4);
        assertThat(series(chart, "best so far").getYData())
                .containsExactly(16050, 16050, 4010, 4010, 2010, 2010, 2010, 2010);
    }

    private static XYSeries series(XYChart chart, String name) {
        return chart.getSeriesCollection().stream()
                .filter(series -> series.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "0.12345, 0.123",
        "9.9, 9.900",
        "12.345, 12.35",
        "123.45, 123.5",
        "-123.45, -123.5",
        "999.99, 1000.0",
        "1000, '1,000'",
        "1234567, '1,234,567'",
        "NaN, ''"
    })
    void numbersHaveFourDigitsOrAreWhole(double value, String text) {
        assertThat(Tables.number(value)).isEqualTo(text);
    }

    @Test
    void aTextTableIsAligned() {
        var table = Table.create(
                "t", StringColumn.create("name", "a", "longer"), DoubleColumn.create("value", 1.5, 1234.0));
        table.doubleColumn("value").setMissing(0);
        assertThat(Tables.text(table).lines())
                .containsExactly("name    value", "-------------", "a            ", "longer  1,234");
    }

    @Test
    void aCellOfSeveralLinesStaysOnItsRow() {
        var table = Table.create("t", StringColumn.create("change", "one\ntwo\r\n three"));
        assertThat(Tables.text(table).lines()).containsExactly("change       ", "-------------", "one two three");
    }

    @Test
    void theTextChartHasAnAxisInMicrosecondsAndOneInTrials() {
        var lines = TextChart.of(Runs.finished()).lines().toList();
        assertThat(lines).hasSize(11);
        assertThat(lines.getFirst()).contains("16,050 us ┤");
        assertThat(lines.get(8)).contains("2,010 us ┤").contains("━");
        assertThat(lines.getLast()).contains("trial 0").endsWith("4");
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(75));
    }

    @Test
    void aTextChartOfOnePointIsNone() {
        assertThat(TextChart.of(oneTrial())).isEmpty();
        assertThat(TextChart.of(nothingTimed())).isEmpty();
    }

    @Test
    void optimizeTellsEverythingThatTheIssueNames() {
        var json = json(RunJson.full(Runs.finished()));
        assertThat(json.path("schema").isInt()).isTrue();
        assertThat(json.path("run").asString()).isEqualTo("softmax-12ab");
        assertThat(json.path("name").asString()).isEqualTo("first");
        assertThat(json.path("op").asString()).isEqualTo("softmax");
        assertThat(json.at("/task/symbols/rows").asLong()).isEqualTo(4096);
        assertThat(json.at("/task/dtype").asString()).isEqualTo("f32");
        assertThat(json.path("device").asString()).isEqualTo("cpu");
        assertThat(json.path("seed").asLong()).isEqualTo(42);
        assertThat(json.path("iterations").asInt()).isEqualTo(4);
        assertThat(json.at("/baselines/naive/median_us").asDouble()).isEqualTo(16300);
        assertThat(json.path("trials").propertyNames()).containsExactly("timed", "wrong");
        assertThat(json.at("/trials/timed").asInt()).isEqualTo(4);
        assertThat(json.at("/stages_ms/compile").asDouble()).isEqualTo(102);
        assertThat(json.at("/stages_ms/ahead").asDouble()).isEqualTo(3);
        assertThat(json.at("/stages_ms/total").asDouble()).isEqualTo(121.5);
        assertThat(json.at("/stages_ms/verify").asDouble()).isEqualTo(20);
        assertThat(json.at("/stages_ms/time").asDouble()).isEqualTo(1.5);
        assertThat(json.path("wall_s").asDouble()).isEqualTo(12.5);
        assertThat(json.path("stop").asString()).isEqualTo("iterations");
    }

    @Test
    void theBestOfOptimizeHasItsTimesItsSpeedupsAndItsSource() {
        var best = json(RunJson.full(Runs.finished())).path("best");
        assertThat(best.path("trial").asInt()).isEqualTo(2);
        assertThat(best.path("median_us").asDouble()).isEqualTo(2037.5);
        assertThat(best.path("ci95_us").size()).isEqualTo(2);
        assertThat(best.path("speedup").asDouble()).isEqualTo(8);
        assertThat(best.at("/speedups/naive").asDouble()).isEqualTo(8);
        assertThat(best.path("roofline").asDouble()).isCloseTo(1600 / 2037.5, within(1e-9));
        assertThat(best.path("change").asString()).isEqualTo("polynomial exp; both cores");
        assertThat(best.path("source").asString())
                .startsWith("/* forge 1 c softmax")
                .contains("number 2");
    }

    @Test
    void aRunWithoutAWinnerHasANullBest() {
        var json = json(RunJson.full(nothingTimed()));
        assertThat(json.has("best")).isTrue();
        assertThat(json.path("best").isNull()).isTrue();
        assertThat(json.path("baselines").isObject()).isTrue();
        assertThat(json.path("stop").isNull()).isTrue();
    }

    @Test
    void runsTellsEverythingThatTheIssueNames() {
        var json = json(RunJson.brief(Runs.finished()));
        assertThat(json.propertyNames())
                .containsExactly("run", "name", "op", "task", "device", "trials", "best", "state", "started");
        assertThat(json.at("/trials/wrong").asInt()).isEqualTo(1);
        assertThat(json.at("/best/speedup").asDouble()).isEqualTo(8);
        assertThat(json.path("state").asString()).isEqualTo("finished");
        assertThat(json.path("started").asString()).isEqualTo("2026-05-04T10:20:30.123456Z");
    }

    @Test
    void aTrialTellsWhatBecameOfIt() {
        var run = Runs.finished();
        var wrong = json(RunJson.trial(run, run.trials().get(3)));
        assertThat(wrong.path("outcome").asString()).isEqualTo("wrong");
        assertThat(wrong.path("message").asString()).isEqualTo("17x33: 3.5 instead of 1");
        assertThat(wrong.has("median_us")).isFalse();
        assertThat(wrong.at("/tunables/UN").asInt()).isEqualTo(4);
        assertThat(json(RunJson.trial(run, run.trials().get(2)))
                        .path("median_us")
                        .asDouble())
                .isEqualTo(2010);
    }

    @Test
    void theSamePersonsNumbersReadTheSameInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Tables.number(1234.5)).isEqualTo("1,235");
            assertThat(Runs.timing(1500).toString()).startsWith("1500.0 us [1500.0, 1500.0]");
            assertThat(new Outcome.TimedOut("verify", java.time.Duration.ofMillis(2500)).message())
                    .isEqualTo("verify took longer than 2.5 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    /// Eager twice as slow as the winner, compile as fast, no cuBLAS.
    private static RunRecord withBaselines() {
        var confirmed = Runs.confirmation();
        var results = List.of(
                new BaselineResult(
                        "eager",
                        Optional.of(new Timing(List.of(4_075_000L, 4_075_000L), false)),
                        Optional.of(new Speedup(2, 1.9, 2.1)),
                        0.01,
                        ""),
                new BaselineResult(
                        "compile",
                        Optional.of(new Timing(List.of(2_037_500L), false)),
                        Optional.of(new Speedup(1, 0.9, 1.1)),
                        12.3,
                        ""),
                new BaselineResult("cublas", Optional.empty(), Optional.empty(), 0, "it is for matmul only"));
        var with = new RunEnding.Confirmation(
                confirmed.trial(),
                confirmed.naive(),
                confirmed.best(),
                confirmed.speedup(),
                confirmed.evidence(),
                Optional.empty(),
                confirmed.other(),
                new BaselineReport(results, Map.of("pytorch", "2.11.0")));
        return new RunRecord(
                Runs.finished().header(),
                Runs.trials(),
                Optional.of(new RunEnding("iterations", 1, Optional.of(with))));
    }

    @Test
    void eagerLeadsTheSummaryWhereItWasMeasured() {
        var table = Tables.summary(withBaselines());
        assertThat(table.columnNames())
                .containsExactly(
                        "version",
                        "median us",
                        "95 % interval",
                        "over eager",
                        "over eager interval",
                        "speedup",
                        "speedup interval",
                        "roofline");
        assertThat(table.stringColumn("version").asList())
                .containsExactly("PyTorch eager", "torch.compile", "naive", "best: both cores (UN=8)");
        assertThat(table.doubleColumn("over eager").asList()).containsExactly(1.0, 2.0, 0.25, 2.0);
        assertThat(table.stringColumn("over eager interval").get(3)).isEqualTo("1.900 to 2.100");
        assertThat(table.doubleColumn("speedup").asList()).containsExactly(4.0, 8.0, 1.0, 8.0);
    }

    @Test
    void eagerIsALevelOfTheChart() {
        var chart = Charts.bestSoFar(withBaselines());
        assertThat(series(chart, "PyTorch eager").getYData()).containsExactly(4075, 4075);
    }

    @Test
    void aWinnerWhoseChangeIsAboutTheCacheIsStillTheWinner() {
        var trials = new ArrayList<>(Runs.trials());
        trials.set(2, Runs.trial(2, 1, "stores past the cache", trials.get(2).outcome(), Map.of()));
        var run =
                new RunRecord(Runs.finished().header(), trials, withBaselines().ending());
        assertThat(Tables.summary(run).doubleColumn("over eager").asList()).containsExactly(1.0, 2.0, 0.25, 2.0);
    }

    @Test
    void theSentencesNameEachSpeedupAndWhatCouldNotBeHad() {
        assertThat(Against.sentences(withBaselines()))
                .isEqualTo("Speedup over PyTorch eager 2.000x (1.900 to 2.100; it was warm after 0.010 s), over"
                        + " torch.compile 1.000x (0.900 to 1.100; it was warm after 12.30 s)."
                        + " No cuBLAS: it is for matmul only.");
        assertThat(Against.sentences(Runs.finished())).isEmpty();
    }

    @Test
    void theJsonHasEveryBaselineThatWasAskedFor() {
        var json = json(RunJson.full(withBaselines()));
        assertThat(json.path("baselines").propertyNames()).containsExactly("eager", "compile", "cublas", "naive");
        assertThat(json.at("/baselines/eager/median_us").asDouble()).isEqualTo(4075);
        assertThat(json.at("/baselines/eager/samples").asInt()).isEqualTo(2);
        assertThat(json.at("/baselines/compile/warm_up_s").asDouble()).isEqualTo(12.3);
        assertThat(json.at("/baselines/compile/speedup_ci95/1").asDouble()).isEqualTo(1.1);
        assertThat(json.at("/baselines/cublas/unavailable").asString()).isEqualTo("it is for matmul only");
        assertThat(json.at("/best/speedups").propertyNames()).containsExactly("eager", "compile", "naive");
        assertThat(json.at("/environment/pytorch").asString()).isEqualTo("2.11.0");
    }
}
