package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.propose.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
    private final List<MimeBundle> shown = new ArrayList<>();
    private final List<MimeBundle> updates = new ArrayList<>();
    private long nanos = -5_000_000_000L;
    private final ProgressView view = new ProgressView(
            bundle -> {
                shown.add(bundle);
                return updates::add;
            },
            () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private void start(String time) {
        view.preparing("finding the C compiler");
        view.started(SampleRuns.header("softmax-12ab", "first", time));
        view.trying(0, "naive");
        view.ended(SampleRuns.trials().getFirst());
    }

    /// Iterations of a second each, each with one trial.
    private void iterations(int first, int last) {
        for (int i = first; i <= last; i++) {
            view.trying(i, "change " + i);
            pass(Duration.ofSeconds(1));
            view.ended(SampleRuns.trial(i, 0, "change " + i, SampleRuns.timed(16000.0 / (i + 1))));
        }
    }

    private String text() {
        return updates.getLast().plain();
    }

    private String html() {
        return (String) updates.getLast().data().get(MimeBundle.HTML);
    }

    @Test
    void aRunHasOneOutputThatIsUpdated() {
        start("");
        iterations(1, 10);
        view.confirming(SampleRuns.trials().get(2));
        view.finished(SampleRuns.finished());
        assertThat(shown).hasSize(1);
        assertThat(updates).hasSizeGreaterThan(10);
    }

    @Test
    void lookingAtTheWinnerIsTold() {
        start("");
        view.profiling(SampleRuns.trials().get(2));
        assertThat(html()).contains("now: profiling the winner, trial 2");
        view.sanitizing(SampleRuns.trials().get(2));
        assertThat(html()).contains("now: running the winner, trial 2, under compute-sanitizer");
    }

    @Test
    void aWaitForAnotherRunIsShownWhileItLasts() {
        start("");
        view.waiting("cuda:0");
        assertThat(text()).endsWith("waiting for cuda:0: another JForge run is using it");
        assertThat(html()).contains("now: waiting for cuda:0: another JForge run is using it");
        view.goingOn();
        assertThat(text()).endsWith("iteration 0/30, 1 trials, best 16,000 us (1.000x naive)");
        assertThat(html()).doesNotContain("waiting").contains("now: naive");
    }

    @Test
    void aWarningStaysAndHasTheLineUntilThereAreTimes() {
        view.preparing("finding a compiler");
        view.warning("other processes use cuda:0 (pid 7)");
        assertThat(text()).endsWith("warning: other processes use cuda:0 (pid 7)");
        start("");
        iterations(1, 2);
        assertThat(text()).contains("iteration 2/30");
        assertThat(html()).contains("jf-warning").contains("warning: other processes use cuda:0 (pid 7)");
    }

    @Test
    void whatHappensQuicklyIsShownTenTimesASecondAtMost() {
        start("");
        int before = updates.size();
        for (int i = 1; i <= 1000; i++) {
            view.trying(i % 30, "change");
            view.ended(SampleRuns.trials().get(1));
            pass(Duration.ofMillis(1));
        }
        assertThat(updates.size() - before).isBetween(9, 10);
    }

    @Test
    void theTextIsOneLineWithIterationBestAndTimeLeft() {
        start("");
        iterations(1, 10);
        view.trying(11, "change 11");
        pass(Duration.ofSeconds(1));
        view.ended(SampleRuns.trial(11, 0, "change 11", SampleRuns.timed(1234.5)));
        assertThat(text())
                .contains("softmax 4096x1024 f32", "iteration 11/30", "12 trials", "best 1,23", "us (12.96x naive)")
                .contains("0:22 left")
                .doesNotContain("\n");
        assertThat(text().length()).isLessThanOrEqualTo(118);
    }

    @Test
    void theTimeLeftIsNoMoreThanTheTimeLimitLeaves() {
        start("16.0s");
        iterations(1, 10);
        assertThat(text()).contains("0:06 left");
        assertThat(html()).contains("width:62.5%");
    }

    @Test
    void theTimeLeftIsNeverBelowNothing() {
        start("5.0s");
        iterations(1, 9);
        assertThat(text()).contains("0:00 left");
        assertThat(html()).contains("width:100.0%");
    }

    @Test
    void atFirstItSaysWhatIsBeingPrepared() {
        view.preparing("finding the C compiler");
        assertThat(shown.getFirst().plain()).contains("preparing");
        assertThat((String) shown.getFirst().data().get(MimeBundle.HTML)).contains("now: finding the C compiler");
    }

    @Test
    void aNaiveSourceThatFailsIsNoTrouble() {
        view.started(SampleRuns.header("softmax-12ab", "first", ""));
        pass(Duration.ofSeconds(1));
        view.ended(SampleRuns.trial(0, -1, "naive", new io.jforge.runtime.trial.Outcome.Crashed("SIGSEGV")));
        assertThat(text()).contains("1 trials").doesNotContain("best");
    }

    @Test
    void atTheEndItSaysHowItEnded() {
        start("");
        iterations(1, 3);
        view.finished(SampleRuns.finished());
        assertThat(text())
                .contains("done: 3 iterations, 4 trials in 0:13 (all iterations done)")
                .doesNotContain("░");
        assertThat(html()).contains("jf-done").doesNotContain("now:");
    }

    @Test
    void anInterruptedRunKeepsItsBarWhereItWas() {
        start("");
        iterations(1, 16);
        view.finished(SampleRuns.ended("interrupted", Optional.empty()));
        assertThat(text()).contains("(interrupted)", "█", "░");
        assertThat(html()).contains("width:50.0%");
    }

    @Test
    void theHtmlIsWellFormedWhateverTheChangeIs() {
        start("");
        pass(Duration.ofSeconds(1));
        view.trying(1, "<script>alert('&\"')</script>");
        WellFormed.parse(html());
        assertThat(html()).doesNotContain("<script").contains("&lt;script&gt;");
    }

    private static Exchange exchange(int number, Exchange.State state) {
        var asked = new Exchange.Asked("openai:m", "1", "", "", "", Instant.EPOCH);
        return new Exchange(
                number,
                number,
                0,
                Exchange.Kind.PROPOSE,
                state,
                asked,
                Reply.none(Duration.ZERO),
                Optional.empty(),
                "");
    }

    @Test
    void whatAModelIsAnsweringIsShownOnOneLineUntilItIsDone() {
        start("");
        view.corresponding(exchange(1, Exchange.State.ASKED));
        assertThat(text()).endsWith("asking openai:m").hasLineCount(1);
        view.corresponding(exchange(2, Exchange.State.ASKED));
        pass(Duration.ofSeconds(1));
        view.hearing(exchange(1, Exchange.State.ASKED), "int i;\n".repeat(100) + "  <end>\n");
        assertThat(text())
                .contains("asking openai:m (2 questions): …")
                .endsWith("int i; <end>")
                .hasLineCount(1);
        assertThat(html()).contains("&lt;end&gt;");
        WellFormed.parse(html());
        view.corresponding(exchange(1, Exchange.State.ANSWERED));
        view.corresponding(exchange(2, Exchange.State.FAILED));
        pass(Duration.ofSeconds(1));
        view.trying(1, "what came");
        assertThat(text()).doesNotContain("asking", "<end>");
        assertThat(html()).doesNotContain("asking", "&lt;end&gt;");
    }

    @Test
    void theBarHasItsWidthInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            start("");
            iterations(1, 2);
            assertThat(html()).contains("width:3.3%");
        } finally {
            Locale.setDefault(before);
        }
    }
}
