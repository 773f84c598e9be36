package io.jforge.jupyter.display;

import io.jforge.runtime.report.Verification;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Trial;
import java.util.Locale;

/// How a trial was verified, run by run; of one that was not timed, what stopped it.
public final class EvidenceView {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RunRecord run;
    private final Trial trial;

    public EvidenceView(RunRecord run, Trial trial) {
        this.run = run;
        this.trial = trial;
    }

    public MimeBundle bundle() {
        var head = "Trial %d: %s".formatted(trial.number(), trial.title());
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\"><p class=\"jf-title\">");
        html.append(Html.escape(head)).append("</p>");
        var evidence = Verification.evidence(run, trial);
        html.append(evidence.map(EvidenceView::html)
                .orElseGet(() -> "<p class=\"jf-warning\">" + Html.escape(stopped()) + "</p>"));
        var text = evidence.map(Verification::text).orElseGet(this::stopped);
        return MimeBundle.html(html.append("</div>").toString(), head + "\n" + text);
    }

    private static String html(Evidence evidence) {
        var html = new StringBuilder("<p class=\"jf-note\">")
                .append(Html.escape(Verification.title(evidence)))
                .append(".</p>")
                .append(table(evidence));
        for (var note : evidence.notes())
            html.append("<p class=\"jf-note\">Note: ").append(Html.escape(note)).append(".</p>");
        return html.toString();
    }

    private static String table(Evidence evidence) {
        var html = new StringBuilder("<table class=\"jf-table\"><thead><tr>")
                .append("<th>rung</th><th class=\"jf-l\">when</th><th class=\"jf-l\">shape</th>")
                .append("<th class=\"jf-l\">inputs</th><th class=\"jf-l\">seed</th>")
                .append("<th>worst error</th><th>of allowed</th><th>took</th></tr></thead><tbody>");
        for (var check : evidence.checks())
            html.append("<tr>")
                    .append(number(String.valueOf(check.rung().number())))
                    .append(words(check.moment().label()))
                    .append(words(shape(check)))
                    .append(words(check.inputs()))
                    .append(words(Long.toHexString(check.seed())))
                    .append(number(Verification.error(check)))
                    .append(number(String.format(Locale.ROOT, "%.1f %%", PERCENT * check.share())))
                    .append(number(
                            String.format(Locale.ROOT, "%.1f ms", check.took().toNanos() / NANOS_PER_MILLI)))
                    .append("</tr>");
        return html.append("</tbody></table>").toString();
    }

    /// Without the op, which is the same in all.
    private static String shape(Check check) {
        return check.shape().substring(check.shape().indexOf(' ') + 1);
    }

    private static String words(String text) {
        return "<td class=\"jf-l jf-line\">" + Html.escape(text) + "</td>";
    }

    private static String number(String text) {
        return "<td class=\"jf-line\">" + text + "</td>";
    }

    private String stopped() {
        return "It was stopped, so nothing is kept of the runs before: "
                + trial.outcome().label() + ", " + trial.outcome().message();
    }
}
