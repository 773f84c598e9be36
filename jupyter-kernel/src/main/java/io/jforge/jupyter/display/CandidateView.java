package io.jforge.jupyter.display;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.Against;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a person sees of a source of their own that was tried: what became of it, and beside what it was
/// measured.
final class CandidateView {
    private static final double PERCENT = 100;

    private final RunRecord run;

    CandidateView(RunRecord run) {
        this.run = run;
    }

    MimeBundle summary() {
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\">");
        html.append("<p class=\"jf-headline\">").append(Html.escape(headline())).append("</p>");
        if (!why().isEmpty()) html.append("<pre>").append(Html.escape(why())).append("</pre>");
        html.append(SummaryTable.html(run));
        html.append("<p class=\"jf-note\">").append(Html.escape(notes())).append("</p></div>");
        var reason = why().isEmpty() ? "" : why() + "\n\n";
        return MimeBundle.html(
                html.toString(), headline() + "\n\n" + reason + SummaryTable.text(run) + "\n\n" + notes());
    }

    private String headline() {
        var what = run.candidate().map(this::became).orElse("it was interrupted before your source was tried");
        return run.header().task() + ": " + what;
    }

    private String became(Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Rejected _ -> "the compiler refuses your source";
            case Outcome.Forbidden _ -> "your source does not follow the rules of a source";
            case Outcome.Crashed _ -> "your source crashed";
            case Outcome.TimedOut _ -> "your source did not finish";
            case Outcome.Wrong _ -> "your source gave a wrong answer";
            case Outcome.Suspect _ -> "your source is too fast to be true";
            case Outcome.Timed _ ->
                "your source is right, " + confirmation().map(this::speed).orElse(unconfirmed());
        };
    }

    private String unconfirmed() {
        return run.state().equals("interrupted")
                ? "and was interrupted before it was measured beside the naive one"
                : "but only when it was tried: it failed when it was tried again beside the naive one, so do not rely on it";
    }

    private String speed(Confirmation confirmed) {
        var roofline = String.format(
                Locale.ROOT,
                "%.0f %% of the roofline (%s)",
                PERCENT * run.header().leastMicros() / confirmed.best().medianMicros(),
                run.header().memoryBound() ? "memory bandwidth" : "arithmetic");
        var stored = confirmed
                .rival()
                .map(rival ->
                        ", %s the best stored (%s/%d)".formatted(against(rival.behind()), rival.run(), rival.trial()))
                .orElse("");
        return "%s naive%s, %s".formatted(against(confirmed.speedup()), stored, roofline);
    }

    /// An interval that holds 1 tells no difference.
    private static String against(Speedup speedup) {
        if (speedup.low() <= 1 && speedup.high() >= 1) return "as fast as";
        return speedup.ratio() > 1
                ? Tables.number(speedup.ratio()) + "x faster than"
                : Tables.number(1 / speedup.ratio()) + "x slower than";
    }

    private String why() {
        return run.candidate()
                .map(Trial::outcome)
                .filter(outcome -> !(outcome instanceof Outcome.Timed))
                .map(Outcome::message)
                .orElse("");
    }

    private Optional<Confirmation> confirmation() {
        return run.ending().flatMap(RunEnding::confirmation);
    }

    private String notes() {
        var counts = run.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        var verified = confirmation()
                .map(confirmed -> String.format(
                        Locale.ROOT,
                        "Verified in %d runs against the reference, the worst error %.1f %% of the allowed one. ",
                        confirmed.evidence().checks().size(),
                        PERCENT * confirmed.evidence().worstShare()))
                .orElse("");
        var against = Against.sentences(run);
        var measured = confirmation().isPresent() ? "Times are of samples taken in turn. " : "";
        if (!against.isEmpty()) measured += against + " ";
        var id = run.header().id();
        var goOn = run.best().isPresent()
                ? " `%%forge optimize %s --from %s/best` searches on from it."
                        .formatted(run.header().op(), id)
                : "";
        return "%s%sTrials, naive and tunables: %s. Run %s on %s.%s"
                .formatted(verified, measured, counts, id, run.header().device(), goOn);
    }
}
