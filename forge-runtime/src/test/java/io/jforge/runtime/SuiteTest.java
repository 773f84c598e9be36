package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.report.SuiteChange.Verdict;
import io.jforge.runtime.report.SuiteComparison;
import io.jforge.runtime.report.SuiteJson;
import io.jforge.runtime.report.SuiteResult;
import io.jforge.runtime.report.SuiteRow;
import io.jforge.runtime.report.SuiteTask;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small suites on this machine's processor.
@Timeout(180)
class SuiteTest {
    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")));
    }

    @AfterEach
    void close() {
        forge.close();
        Thread.interrupted();
    }

    private static SuiteTask small(String op, String shape) {
        return new SuiteTask(op, shape, Map.of(), "f32");
    }

    /// Of shapes that take no time.
    private Suite small() {
        return bare().presets(List.of(small("softmax", "64x128"), ofBf16()));
    }

    private static SuiteTask ofBf16() {
        return new SuiteTask("matmul", "square", Map.of(), "bf16");
    }

    private Suite suite(String only) {
        return bare().only(only);
    }

    private Suite bare() {
        return forge.suite().device("cpu").baseline("naive").iterations(1).seed(1);
    }

    @Test
    void aPresetIsSearchedThenTheStoredOneIsMeasuredAnewAndBothCompare() {
        var out = home.resolve("suite.json").toString();
        var names = new ArrayList<String>();
        var searched = small().time(Duration.ofSeconds(20))
                .out(out)
                .listener((number, of, name) -> {
                    names.add("%d/%d %s".formatted(number, of, name));
                    return RunListener.NONE;
                })
                .run();
        assertThat(names).containsExactly("1/2 softmax/64x128", "2/2 matmul/square");
        assertThat(SuiteJson.read(out)).isEqualTo(searched);
        var row = searched.rows().getFirst();
        assertThat(row.symbols()).containsEntry("cols", 128L);
        assertThat(row.baselines()).containsOnlyKeys("naive");
        assertThat(row.verified().orElseThrow().checks()).isPositive();
        assertThat(searched.environment()).containsKeys("compiler", "processor");
        aTypeThatTheProcessorLacksIsARowThatSaysSo(searched.rows().get(1));

        var kept = forge.run(row.run().orElseThrow()).best().orElseThrow();
        assertThat(row.ours().orElseThrow().title()).isEqualTo(kept.title());
        var again = small().only("softmax/64x128").stored(true).run();
        aStoredRowIsTheSameCandidateAtItsTunables(again.rows().getFirst(), kept);
        naiveIsMeasuredAlone(small().only("softmax/64x128")
                .cache("warm")
                .stored(true)
                .run()
                .rows()
                .getFirst());
        var comparison = SuiteComparison.of(searched, again);
        assertThat(comparison.changes().getFirst().speedup()).isPresent();
        assertThat(comparison.changes()).extracting(change -> change.verdict()).doesNotContain(Verdict.LOST);
    }

    /// What was kept was timed with a cold cache: for a warm one nothing is stored.
    private static void naiveIsMeasuredAlone(SuiteRow row) {
        assertThat(row.isSkipped()).isFalse();
        assertThat(row.reason()).contains("nothing stored");
        assertThat(row.ours()).isEmpty();
        assertThat(row.speedup()).isEmpty();
        assertThat(row.baselines().get("naive").samples().orElseThrow()).isGreaterThanOrEqualTo(11);
    }

    private static void aTypeThatTheProcessorLacksIsARowThatSaysSo(SuiteRow row) {
        assertThat(row.isSkipped()).isTrue();
        assertThat(row.dtype()).isEqualTo("bf16");
        assertThat(row.reason().orElseThrow()).contains("the naive c source does not take this");
        assertThat(row.run()).isEmpty();
    }

    private void aStoredRowIsTheSameCandidateAtItsTunables(SuiteRow row, Trial kept) {
        assertThat(row.ours().orElseThrow().sourceHash())
                .isEqualTo(kept.candidate().source().hash());
        assertThat(row.ours().orElseThrow().tunables())
                .isEqualTo(kept.candidate().assignment());
        assertThat(row.ours().orElseThrow().title()).isEqualTo(kept.title());
        assertThat(row.otherCache()).isPresent();
        var run = forge.run(row.run().orElseThrow());
        assertThat(run.trials()).hasSize(2);
        assertThat(run.record().isCandidate()).isTrue();
    }

    @Test
    void anInterruptKeepsTheRowsThatAreDone() {
        var out = home.resolve("suite.json");
        var result = bare().presets(List.of(ofBf16(), small("softmax", "32x64"), small("softmax", "64x128")))
                .out(out.toString())
                .listener((number, _, _) -> new RunListener() {
                    @Override
                    public void ended(Trial trial) {
                        if (number == 2) Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertThat(result.rows()).extracting(SuiteRow::preset).containsExactly("square");
        assertThat(result.interruptedAt()).contains("softmax/32x64");
        assertThat(result.planned()).isEqualTo(3);
        Thread.interrupted();
        assertThat(SuiteJson.read(out.toString())).isEqualTo(result);
        assertThat(forge.last().record().state()).isEqualTo("interrupted");
    }

    @Test
    void aMistakeIsSaidBeforeAnyWork() {
        var out = home.resolve("suite.json").toString();
        for (Suite wrong : List.of(
                suite("softmux"),
                suite("softmax").cache("hot"),
                suite("softmax").iterations(0)))
            assertThatThrownBy(() -> wrong.out(out).run()).isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> suite("softmax").device("cuda:9").run()).isInstanceOf(NoSuchDevice.class);
        assertThatThrownBy(() -> suite("softmax").baseline("egaer")).isInstanceOf(SpecException.class);
        assertThat(forge.runs()).isEmpty();
        assertThat(Files.exists(Path.of(out))).isFalse();
    }

    @Test
    void withoutACompilerItStops() {
        try (var bare = Forge.open(Map.of("JFORGE_HOME", home.toString(), "CC", "/no/such", "PATH", ""))) {
            assertThatThrownBy(() -> bare.suite()
                            .only("softmax")
                            .device("cpu")
                            .baseline("naive")
                            .run())
                    .isInstanceOf(MissingTool.class);
        }
    }

    @Test
    void theResultIsWhatJsonAndTableTell() {
        SuiteResult none = suite("matmul/linear").run();
        assertThat(none.json()).containsEntry("format", "jforge-suite").containsEntry("schema", 1);
        assertThat(none.toString()).contains("linear").contains("skipped");
    }
}
