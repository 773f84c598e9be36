package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunViewTest {
    private static final String SCRIPT = "<script>alert(\"1\" & '2')</script>";

    static List<RunRecord> runs() {
        return List.of(
                SampleRuns.finished(),
                SampleRuns.ended("interrupted", Optional.empty()),
                SampleRuns.of(SampleRuns.trials().getFirst()),
                SampleRuns.of(SampleRuns.trial(0, -1, "naive", new Outcome.Rejected("line 1: no"))),
                SampleRuns.candidate(SampleRuns.timed(4050), Optional.of(new Speedup(0.5, 0.49, 0.51))),
                SampleRuns.candidate(SampleRuns.timed(4050), Optional.empty()),
                SampleRuns.candidate(new Outcome.Rejected("softmax.c:7: <no> & never"), Optional.empty()),
                SampleRuns.besideEager(),
                SampleRuns.profiled(SampleRuns.profile()),
                SampleRuns.profiled(Profile.unavailable(2, "no <ncu> found")),
                SampleRuns.of());
    }

    private static String html(MimeBundle bundle) {
        return (String) bundle.data().get(MimeBundle.HTML);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyRunIsShownInWellFormedHtmlAndInText(RunRecord run) {
        assertThat(new RunView(run).all()).isNotEmpty().allSatisfy(bundle -> {
            assertThat(bundle.plain()).isNotBlank().doesNotContain("<div", "<p");
            if (html(bundle) != null) WellFormed.parse(html(bundle));
        });
        for (var trial : run.trials()) WellFormed.parse(html(new RunView(run).trial(trial)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyTrialsEvidenceIsShownInWellFormedHtmlAndInText(RunRecord run) {
        for (var trial : run.trials()) {
            var bundle = new EvidenceView(run, trial).bundle();
            WellFormed.parse(html(bundle));
            assertThat(bundle.plain())
                    .startsWith("Trial %d: %s\n".formatted(trial.number(), trial.title()))
                    .contains(
                            trial.outcome() instanceof Outcome.Timed
                                    ? "compared with the reference"
                                    : "It was stopped, so nothing is kept of the runs before: "
                                            + trial.outcome().label());
        }
    }

    @Test
    void evidenceNamesEveryRunAndTheSummaryWhatTheRungsCost() {
        var run = SampleRuns.finished();
        var best = run.best().orElseThrow();
        assertThat(new EvidenceView(run, best).bundle().plain())
                .contains(
                        "3 runs on 1 seeds were compared with the reference; the worst error is 25.0 % of the allowed one.")
                .containsPattern("1 +before timing +softmax 17x33 f32 +outlier +2a +1.5e-07 +1.200 +3.000")
                .containsPattern("1 +while timed +softmax 5x7 f32 +normal +2a +1.5e-07 +25.00 +3.000")
                .containsPattern("2 +after timing ");
        assertThat(new RunView(run).summary().plain())
                .contains("Runs compared with the reference: 6 (every trial, 0.02 s), 3 (a new best, 0.01 s).");
    }

    @Test
    void theSummaryNamesSpeedupRooflineOutcomesAndTheStop() {
        assertThat(new RunView(SampleRuns.finished()).summary().plain())
                .contains("softmax 4096x1024 f32: 8.000x faster than naive, 79 % of the roofline (memory bandwidth)")
                .contains("7.900 to 8.100")
                .contains("4 trials in 3 iterations: 3 timed, 1 wrong")
                .contains("all iterations done")
                .contains("seed 42");
    }

    @Test
    void whereEagerWasMeasuredTheSpeedupOverItLeads() {
        var summary = new RunView(SampleRuns.besideEager()).summary();
        assertThat(summary.plain())
                .startsWith("softmax 4096x1024 f32: 2.000x faster than PyTorch eager (8.000x faster than naive)")
                .contains("over eager", "over naive", "PyTorch eager")
                .contains("PyTorch 1.13 has no torch.compile")
                .containsPattern("best: both cores .* 2\\.000 +1\\.900 to 2\\.100 +8\\.000 +7\\.900 to 8\\.100");
        assertThat(html(summary)).containsSubsequence("<th>over eager</th>", "<th>over naive</th>", "jf-best");
    }

    @Test
    void whatTheGpuDidStandsUnderTheSummaryAndWithItsTrial() {
        var view = new RunView(SampleRuns.profiled(SampleRuns.profile()));
        assertThat(view.summary().plain())
                .containsSubsequence(
                        "best: both cores",
                        "soft<max>: bound by DRAM, at 89 % of the peak.",
                        "what the GPU did",
                        "4 trials in 3 iterations");
        assertThat(html(view.summary()))
                .contains(
                        "<td class=\"jf-l\">DRAM, % of its peak</td><td>89.25</td>", "soft&lt;max&gt;: bound by DRAM");
        assertThat(view.trial(SampleRuns.trials().get(2)).plain()).contains("profile    soft<max>: bound by DRAM");
        assertThat(view.trial(SampleRuns.trials().get(1)).plain()).doesNotContain("bound by");
    }

    @Test
    void whyThereIsNoProfileIsALine() {
        var summary = new RunView(SampleRuns.profiled(Profile.unavailable(2, "no <ncu> found"))).summary();
        assertThat(summary.plain()).contains("\n\nNot profiled: no <ncu> found\n\n");
        assertThat(html(summary)).contains("<p class=\"jf-warning\">Not profiled: no &lt;ncu&gt; found</p>");
    }

    @Test
    void aSourceOfOnesOwnIsShownBesideNaiveAndTheBestStored() {
        var run = SampleRuns.candidate(SampleRuns.timed(4050), Optional.of(new Speedup(0.5, 0.49, 0.51)));
        assertThat(new RunView(run).summary().plain())
                .startsWith(
                        "softmax 4096x1024 f32: your source is right, 4.000x faster than naive, 2.000x slower than the"
                                + " best stored (softmax-12ab/2), 40 % of the roofline (memory bandwidth)")
                .contains("best stored: softmax-12ab/2, both cores", "Verified in 3 runs", "--from softmax-34cd/best");
        var even = SampleRuns.candidate(SampleRuns.timed(4050), Optional.of(new Speedup(1.01, 0.98, 1.03)));
        assertThat(new RunView(even).summary().plain()).contains("as fast as the best stored");
        assertThat(new RunView(run).all().getLast().plain()).startsWith("Trial 1: your source");
    }

    @Test
    void aSourceOfOnesOwnThatFailedSaysWhy() {
        var run = SampleRuns.candidate(new Outcome.Rejected("softmax.c:7: <no> & never"), Optional.empty());
        assertThat(new RunView(run).summary().plain())
                .startsWith("softmax 4096x1024 f32: the compiler refuses your source\n\nsoftmax.c:7: <no> & never\n")
                .doesNotContain("--from");
    }

    @Test
    void aRunThatWasNotConfirmedSaysSo() {
        assertThat(new RunView(SampleRuns.ended("interrupted", Optional.empty()))
                        .summary()
                        .plain())
                .contains("not confirmed");
    }

    @Test
    void aSpeedupWhoseIntervalHoldsOneIsCalledNoise() {
        var even = new RunEnding.Confirmation(
                2,
                SampleRuns.timing(100, 100),
                SampleRuns.timing(99, 99),
                new Speedup(1.01, 0.98, 1.03),
                Evidence.none());
        assertThat(new RunView(SampleRuns.ended("iterations", Optional.of(even)))
                        .summary()
                        .plain())
                .contains("nothing beat the naive source beyond noise");
    }

    @Test
    void aRunWhereNothingIsFasterSaysSo() {
        var slower =
                SampleRuns.of(SampleRuns.trials().getFirst(), SampleRuns.trial(1, 0, "worse", SampleRuns.timed(20000)));
        assertThat(new RunView(slower).summary().plain()).contains("nothing beat the naive source");
    }

    @Test
    void theWinnerComesWithTheWayToItAndItsSource() {
        var winner = new RunView(SampleRuns.finished()).all().getLast();
        assertThat(winner.plain())
                .contains("Trial 2: both cores", "0. naive", "1. polynomial exp", "2. both cores")
                .endsWith("/* number 2 */");
        assertThat(html(winner)).contains("class=\"jf-source\"", "<span class=\"c\">");
    }

    @Test
    void aTrialTellsWhatBecameOfItAndHowItWasVerified() {
        var view = new RunView(SampleRuns.finished());
        assertThat(view.trial(SampleRuns.trials().get(3)).plain())
                .contains("outcome    wrong", "why        17x33: 3.5 instead of 1", "compile 100 ms");
        assertThat(view.trial(SampleRuns.trials().get(2)).plain())
                .contains(
                        "3 runs on 1 seeds were compared with the reference; the worst error is 25.0 % of the allowed one",
                        "--evidence shows each");
    }

    @Test
    void theChartIsAPictureAndInTextAChartOfCharacters() {
        var chart = new RunView(SampleRuns.finished()).chart();
        assertThat(chart.data().keySet()).containsAnyOf(MimeBundle.PNG, MimeBundle.SVG);
        assertThat(chart.plain()).contains("┤", "trial 0");
    }

    @Test
    void whatACandidateWroteIsNeverMarkup() {
        var naive = SampleRuns.trial(0, -1, "naive", SampleRuns.timed(100));
        var trial = SampleRuns.trial(1, 0, SCRIPT, SampleRuns.timed(10), SCRIPT + "</pre>");
        var failed = SampleRuns.trial(2, 0, SCRIPT, new Outcome.Rejected(SCRIPT), SCRIPT);
        var view = new RunView(SampleRuns.of(naive, trial, failed));
        for (var bundle : List.of(view.summary(), view.winner(trial), view.trial(trial), view.trial(failed))) {
            WellFormed.parse(html(bundle));
            assertThat(html(bundle)).doesNotContain("<script");
        }
    }

    @Test
    void numbersReadTheSameInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            var summary = new RunView(SampleRuns.finished()).summary();
            assertThat(summary.plain()).contains("after 12.5 s");
            assertThat(html(summary)).contains("78.5 %");
            var late = SampleRuns.trial(0, -1, "naive", new Outcome.TimedOut("time", Duration.ofMillis(1500)));
            assertThat(new RunView(SampleRuns.of(late)).trial(late).plain()).contains("1.5 s");
        } finally {
            Locale.setDefault(before);
        }
    }
}
