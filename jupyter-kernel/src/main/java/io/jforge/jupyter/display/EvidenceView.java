package io.jforge.jupyter.display;

import io.jforge.runtime.report.Verification;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Trial;

/// How a trial was verified, run by run; of one that was not timed, what stopped it.
public final class EvidenceView {
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
                .append(StyledTable.html(Verification.table(evidence), _ -> ""));
        for (var note : evidence.notes())
            html.append("<p class=\"jf-note\">Note: ").append(Html.escape(note)).append(".</p>");
        return html.toString();
    }

    private String stopped() {
        return "It was stopped: " + trial.outcome().label() + ", "
                + trial.outcome().message();
    }
}
