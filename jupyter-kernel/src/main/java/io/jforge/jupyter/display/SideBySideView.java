package io.jforge.jupyter.display;

import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.report.Tables;
import java.util.stream.Collectors;

/// What a person sees of sources that were put side by side: the table, and why some are not in the race.
public final class SideBySideView {
    private final SideBySide result;

    public SideBySideView(SideBySide result) {
        this.result = result;
    }

    /// All of it in one output.
    public MimeBundle bundle() {
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\">");
        html.append("<p class=\"jf-headline\">").append(Html.escape(headline())).append("</p>");
        html.append(SummaryTable.html(result.table(), winner()));
        result.failures()
                .forEach((version, why) -> html.append("<p class=\"jf-title\">")
                        .append(Html.escape(version))
                        .append("</p><pre>")
                        .append(Html.escape(why))
                        .append("</pre>"));
        html.append("<p class=\"jf-note\">").append(Html.escape(note())).append("</p></div>");
        return MimeBundle.html(html.toString(), "%s\n\n%s\n\n%s%s".formatted(headline(), result, failures(), note()));
    }

    private int winner() {
        return result.fastest().map(result.rows()::indexOf).orElse(-1);
    }

    private String headline() {
        var measured =
                result.rows().stream().filter(row -> row.speedup().isPresent()).count();
        if (measured < 2) return result.task() + ": nothing was measured beside the naive source";
        var fastest = result.fastest().orElseThrow();
        if (winner() == 0) return result.task() + ": nothing is faster than the naive source";
        return "%s: the fastest is %s, %sx naive"
                .formatted(
                        result.task(),
                        fastest.version(),
                        Tables.number(fastest.speedup().orElseThrow().ratio()));
    }

    private String failures() {
        return result.failures().entrySet().stream()
                .map(failure -> failure.getKey() + ":\n" + failure.getValue().indent(2) + "\n")
                .collect(Collectors.joining());
    }

    private String note() {
        var note = "Speedups are medians of samples taken in turn with the naive source, on %s."
                .formatted(result.device());
        return result.interrupted() ? "Interrupted: not all were measured. " + note : note;
    }
}
