package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.report.SideBySide.Row;
import io.jforge.runtime.trial.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideBySideViewTest {
    private static Row measured(String version, double micros, double speedup) {
        return new Row(
                version,
                Map.of(),
                Optional.of(SampleRuns.timed(micros)),
                Optional.of(SampleRuns.timing(micros)),
                Optional.of(new Speedup(speedup, speedup * 0.99, speedup * 1.01)));
    }

    private static Row without(String version, Optional<Outcome> outcome) {
        return new Row(version, Map.of(), outcome, Optional.empty(), Optional.empty());
    }

    private static MimeBundle shown(boolean interrupted, Row... rows) {
        var all = Arrays.asList(rows);
        var bundle = new SideBySideView(new SideBySide("softmax", "softmax 64x128 f32", "cpu", 50, all, interrupted))
                .bundle();
        WellFormed.parse((String) bundle.data().get(MimeBundle.HTML));
        return bundle;
    }

    private static final Row NAIVE = new Row(
            "naive",
            Map.of(),
            Optional.of(SampleRuns.timed(400)),
            Optional.of(SampleRuns.timing(400)),
            Optional.of(new Speedup(1, 1, 1)));

    @Test
    void theFastestIsNamedAndFailuresAreExplained() {
        var bundle = shown(
                false,
                NAIVE,
                without("best stored", Optional.empty()),
                measured("mine.c (UN=2)", 100, 4),
                without("bad.c", Optional.of(new Outcome.Rejected("softmax.c:3: <expected> ';'"))));
        assertThat(bundle.plain())
                .startsWith("softmax 64x128 f32: the fastest is mine.c (UN=2), 4.000x naive\n")
                .contains("bad.c:\n  softmax.c:3: <expected> ';'\n");
        assertThat(bundle.plain().lines().filter(line -> line.startsWith("best stored")))
                .singleElement()
                .asString()
                .contains("none");
    }

    @Test
    void nothingFasterAndNothingMeasuredAreSaidSo() {
        assertThat(shown(false, NAIVE, measured("slow.c", 800, 0.5)).plain())
                .contains("nothing is faster than the naive source");
        assertThat(shown(true, NAIVE, without("mine.c", Optional.empty())).plain())
                .contains("nothing was measured beside the naive source", "Interrupted: not all were measured.");
    }

    @Test
    void jsonHasARowForEach() {
        var result = new SideBySide(
                "softmax", "softmax 64x128 f32", "cpu", 50, List.of(NAIVE, measured("mine.c", 100, 4)), false);
        assertThat(result.json().get("rows"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Map.class))
                .last()
                .satisfies(row -> assertThat(row)
                        .containsEntry("version", "mine.c")
                        .containsEntry("outcome", "timed")
                        .containsEntry("median_us", 100.0)
                        .containsEntry("speedup", 4.0)
                        .containsEntry("roofline", 0.5));
    }
}
