package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.report.SuiteComparison;
import io.jforge.runtime.report.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteViewTest {
    @TempDir
    Path folder;

    private static String html(MimeBundle bundle) {
        return (String) bundle.data().get(MimeBundle.HTML);
    }

    @Test
    void theTableStandsBetweenTheHeadlineAndTheMeans() {
        var result = SampleSuites.of(folder, 741.4, 100);
        var bundle = new SuiteView(result).bundle();
        assertThat(bundle.plain())
                .startsWith("2 of 3 presets measured on cpu (EPYC <7>): a search each\n\n")
                .contains(result.toString())
                .contains("Geometric means of the speedups: over naive 20.90x (2 rows). 1 row was skipped.\n"
                        + "matmul/square: dtype(a) == f32 && more\n"
                        + "softmax/wide, softmax/narrow: no eager: no PyTorch\n")
                .contains("`%forge show softmax-12ab/7`");
        WellFormed.parse(html(bundle));
        assertThat(html(bundle))
                .contains("EPYC &lt;7&gt;")
                .contains("<td class=\"\">741.4</td>")
                .contains("<td class=\"\">20.90x</td>")
                .contains("<td class=\"\">47.8 %</td>")
                .contains("37 checks, worst 0.12")
                .containsOnlyOnce("<tr class=\"jf-skipped\">");
    }

    @Test
    void aComparisonSetsOffWhatGotFasterAndSlower() {
        var comparison = SuiteComparison.of(SampleSuites.of(folder, 741.4, 100), SampleSuites.of(folder, 500, 130));
        var bundle = new SuiteComparisonView(comparison).bundle();
        assertThat(bundle.plain())
                .startsWith("1 faster, 1 slower, 1 not comparable\n\n")
                .contains("The machine's drift: 0.0 % slower now (naive and eager, 2 times compared, 0.0 % apart).")
                .contains("JForge 1.2 of 2026-05-04 10:20 UTC, then 1.2 of 2026-05-04 10:20 UTC on cpu.")
                .contains("matmul/square: not comparable: nothing of ours was measured before")
                .contains(Tables.number(741.4 / 500));
        assertThat(bundle.plain().lines().skip(2).limit(5))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(118));
        WellFormed.parse(html(bundle));
        assertThat(html(bundle)).containsOnlyOnce("<tr class=\"jf-best\">").containsOnlyOnce("<tr class=\"jf-worse\">");
    }

    @Test
    void theProgressSaysWhichRowItIsInOneOutput() {
        var shown = new ArrayList<MimeBundle>();
        var progress = new SuiteProgress(
                bundle -> {
                    assertThat(shown).as("one output").isEmpty();
                    shown.add(bundle);
                    return shown::add;
                },
                () -> 0);
        var first = progress.row(1, 2, "softmax/wide");
        first.preparing("finding a compiler");
        first.started(SampleRuns.header("a", "a", ""));
        progress.row(2, 2, "softmax/<b>").preparing("finding a compiler");
        assertThat(shown)
                .extracting(MimeBundle::plain)
                .first()
                .isEqualTo("suite row 1 of 2, softmax/wide  preparing  finding a compiler");
        assertThat(shown.get(1).plain()).startsWith("suite row 1 of 2, softmax/wide  softmax 4096x1024 f32  iteration");
        assertThat(html(shown.getLast()))
                .contains("suite row 2 of 2, softmax/&lt;b&gt;")
                .contains("jf-bar");
    }
}
