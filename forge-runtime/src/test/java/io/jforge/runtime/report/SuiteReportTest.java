package io.jforge.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteReportTest {
    @TempDir
    Path folder;

    private static final SuiteTask TASK =
            new SuiteTask("softmax", "attention", Map.of("rows", 4096L, "cols", 1024L), "f32");

    private static Map<String, Double> gpu(double naive, double eager, double compile) {
        var all = new LinkedHashMap<String, Double>();
        all.put("eager", eager);
        all.put("compile", compile);
        all.put("naive", naive);
        return all;
    }

    private static SuiteResult onAGpu() {
        var matmul = gpu(123456, 812, 799);
        matmul.put("cublas", 790.0);
        return Suites.of(
                Suites.row("softmax", "gemma.vocab", gpu(15510, 1587, 853), 741.4, 1),
                Suites.row("matmul", "gpt2.mlp", matmul, 806, 1),
                Suites.skipped("wide", "too large"));
    }

    @Test
    void aRowIsWhatTheRunConfirmed() {
        var run = Runs.finished();
        var confirmed = run.ending().flatMap(RunEnding::confirmation).orElseThrow();
        var row = SuiteRows.measured(TASK, run, "nothing");
        assertThat(row.reason()).isEmpty();
        assertThat(row.run()).contains(run.header().id());
        assertThat(row.trial()).contains(2);
        var ours = row.ours().orElseThrow();
        assertThat(ours.medianUs()).isEqualTo(confirmed.best().medianMicros());
        assertThat(ours.sourceHash())
                .isEqualTo(run.best().orElseThrow().candidate().source().hash());
        assertThat(row.lead()).contains("naive");
        assertThat(row.speedup()).contains(8.0);
        assertThat(row.speedupCi95()).contains(List.of(7.9, 8.1));
        assertThat(row.baselines().get("naive").medianUs()).contains(16300.0);
        assertThat(row.roofline().orElseThrow()).isCloseTo(1600 / 2037.5, within(1e-9));
        assertThat(row.verified()).contains(new SuiteRow.Verified(1, 1, 0.5));
        assertThat(SuiteRows.measured(TASK, Runs.withBothCaches(), "")
                        .otherCache()
                        .orElseThrow()
                        .cache())
                .isEqualTo("warm");
    }

    @Test
    void aRunWithoutAWinnerIsARowThatSaysSo() {
        var row = SuiteRows.measured(TASK, Runs.unconfirmed(), "nothing stored");
        assertThat(row.ours()).isEmpty();
        assertThat(row.reason()).contains("nothing stored");
        assertThat(row.baselines().get("naive").speedup()).isEmpty();
        assertThat(row.isSkipped()).isFalse();
    }

    @Test
    void theTableHasColumnsForWhatSomeRowHas() {
        assertThat(Suites.of(Suites.row("wide", 1000, 100, 1)).table().columnNames())
                .containsExactly(
                        "op",
                        "preset",
                        "dtype",
                        "naive us",
                        "ours us",
                        "over naive",
                        "interval",
                        "roofline",
                        "verified");
        var table = onAGpu().table();
        assertThat(table.columnNames())
                .containsExactly(
                        "op",
                        "preset",
                        "dtype",
                        "naive us",
                        "eager us",
                        "compile us",
                        "cuBLAS us",
                        "ours us",
                        "over eager",
                        "interval",
                        "over compile",
                        "over cuBLAS",
                        "roofline",
                        "verified");
        assertThat(table.doubleColumn("over compile").get(0)).isCloseTo(853 / 741.4, within(1e-9));
        assertThat(table.doubleColumn("cuBLAS us").isMissing(0)).isTrue();
        assertThat(table.stringColumn("verified").asList())
                .containsExactly("37 checks, worst 0.12", "37 checks, worst 0.12", "skipped");
    }

    @Test
    void whereRowsDifferInWhatLeadsAColumnSaysWhich() {
        var mixed = Suites.of(Suites.row("softmax", "a", gpu(1000, 200, 150), 100, 1), Suites.row("b", 1000, 100, 1));
        assertThat(mixed.table().stringColumn("over").asList()).containsExactly("eager", "naive");
        assertThat(mixed.table().doubleColumn("speedup").asList()).containsExactly(2.0, 10.0);
    }

    @Test
    void theTextFitsATerminal() {
        for (var result : List.of(onAGpu(), Suites.of(Suites.row("wide", 1000, 100, 1)))) {
            assertThat(result.toString().lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(118));
            assertThat(result.toString()).contains("37 checks, worst 0.12");
        }
        assertThat(onAGpu().toString()).contains("over cuBLAS").contains("interval");
    }

    @Test
    void theMeansAreGeometricAndSayOverHowManyRows() {
        var means = SuiteMeans.of(Suites.of(
                Suites.row("softmax", "a", gpu(1000, 200, 150), 100, 1),
                Suites.row("b", 400, 100, 1),
                Suites.skipped("c", "too large")));
        assertThat(means)
                .extracting(SuiteMeans.Mean::baseline, SuiteMeans.Mean::rows)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("eager", 1),
                        org.assertj.core.groups.Tuple.tuple("compile", 1),
                        org.assertj.core.groups.Tuple.tuple("naive", 2));
        assertThat(means.getLast().speedup()).isCloseTo(Math.sqrt(10 * 4), within(1e-9));
        assertThat(new SuiteNotes(onAGpu()).means())
                .contains("over cuBLAS 0.980x (1 row)")
                .contains("1 row was skipped.");
        assertThat(new SuiteNotes(onAGpu()).reasons()).containsExactly("softmax/wide: too large");
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        var result = onAGpu();
        var file = folder.resolve("suite.json");
        new SuiteFile(file.toString()).write(result);
        assertThat(SuiteJson.read(file.toString())).isEqualTo(result);
        assertThat(Files.readString(file))
                .contains("\"median_us\"", "\"ci95_us\"", "\"geometric_means\"", "\"wall_s\"");
        new SuiteFile(file.toString()).write(Suites.of());
        assertThat(SuiteJson.read(file.toString()).rows()).isEmpty();
        try (var all = Files.list(folder)) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void anInterruptedThreadStillWrites() {
        var file = folder.resolve("suite.json").toString();
        var out = new SuiteFile(file);
        Thread.currentThread().interrupt();
        out.write(Suites.of());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(SuiteJson.read(file)).isEqualTo(Suites.of());
    }

    @Test
    void aFileThatIsSomethingElseIsNotOverwritten() throws IOException {
        var precious = Files.writeString(folder.resolve("precious.json"), "{\"a\": 1}");
        assertThatThrownBy(() -> new SuiteFile(precious.toString()))
                .isInstanceOf(SpecException.class)
                .hasMessage("'%s' is there already, and is no result of a suite: name another file", precious);
        assertThatThrownBy(() -> new SuiteFile(folder.toString())).isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> new SuiteFile("/dev/null")).isInstanceOf(SpecException.class);
        assertThatThrownBy(
                        () -> new SuiteFile(folder.resolve("no/such/suite.json").toString()))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("there is no folder");
        assertThat(precious).content().isEqualTo("{\"a\": 1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "[]", "{\"a\": 1}", "{\"format\": \"jforge-suite\"", "null"})
    void whatIsNoResultIsToldInOneLine(String text) throws IOException {
        var file = Files.writeString(folder.resolve("x.json"), text).toString();
        assertThatThrownBy(() -> SuiteJson.read(file))
                .isInstanceOf(SpecException.class)
                .hasMessage(file + " is no result of `%forge suite`: name a file that its --out wrote");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "model" : "EPYC"     | "modell" : "EPYC"
            "median_us" : 741.4  | "median_us" : -1
            "state" : "measured" | "state" : "perhaps"
            "preset" : "wide"    | "preset" : null
            "2026-05-04T         | "yesterday
            "wall_s" : 61.5      | "wall_s" : "long"
            """)
    void aDamagedResultIsToldInOneLine(String right, String wrong) throws IOException {
        var text = SuiteJson.text(onAGpu());
        assertThat(text).contains(right);
        var file = Files.writeString(folder.resolve("x.json"), text.replace(right, wrong))
                .toString();
        assertThatThrownBy(() -> SuiteJson.read(file))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(file + " is damaged")
                .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("\n"));
    }

    @Test
    void aNewerOrMissingOneIsToldInOneLine() throws IOException {
        var newer = SuiteJson.text(Suites.of()).replace("\"schema\" : 1", "\"schema\" : 7");
        var file = Files.writeString(folder.resolve("x.json"), newer).toString();
        assertThatThrownBy(() -> SuiteJson.read(file))
                .hasMessage(file + " is of a newer JForge (schema 7; this one reads 1): compare with that one");
        assertThatThrownBy(() -> SuiteJson.read("/no/such.json"))
                .hasMessage("cannot read /no/such.json: name a file that `%forge suite --out` wrote");
    }

    @Test
    void aSelectionIsOfGlobsOverOpAndPreset() {
        var tasks = List.of("attention", "wide").stream()
                .map(preset -> new SuiteTask("softmax", preset, Map.of(), "f32"))
                .toList();
        assertThat(new SuiteSelection(List.of()).of(tasks)).isEqualTo(tasks);
        assertThat(new SuiteSelection(List.of("softmax")).of(tasks)).isEqualTo(tasks);
        assertThat(new SuiteSelection(List.of("*/w?de")).of(tasks)).containsExactly(tasks.get(1));
        assertThat(new SuiteSelection(List.of("softmax/wide", "softmax/att*")).of(tasks))
                .isEqualTo(tasks);
        assertThatThrownBy(() -> new SuiteSelection(List.of("softmax", "*/wdie")).of(tasks))
                .isInstanceOf(SpecException.class)
                .hasMessage("no preset is named '*/wdie': there are softmax/attention, softmax/wide.");
        assertThatThrownBy(() -> new SuiteSelection(List.of("[")).of(tasks)).isInstanceOf(SpecException.class);
    }

    @Test
    void theHeadSaysWhereAnInterruptedOneStopped() {
        var whole = onAGpu();
        var cut = new SuiteResult(
                whole.jforge(),
                whole.started(),
                1,
                whole.device(),
                whole.model(),
                Map.of(),
                whole.settings(),
                8,
                Optional.of("softmax/next"),
                whole.rows());
        assertThat(new SuiteNotes(cut).headline()).startsWith("2 of 8 presets measured on cpu (EPYC)");
        assertThat(new SuiteNotes(cut).means()).endsWith("Interrupted at softmax/next: 3 of 8 rows are done.");
    }
}
