package io.jforge.jupyter.display;

import io.jforge.runtime.report.Bottleneck;
import io.jforge.runtime.report.Profiles;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.trial.Profile;
import tech.tablesaw.api.Table;

/// What a GPU's counters say of a trial: what limits it, and a small table.
public final class ProfileView {
    private final Profile profile;

    public ProfileView(Profile profile) {
        this.profile = profile;
    }

    /// As an output of its own.
    public MimeBundle bundle() {
        return MimeBundle.html(Styles.SHEET + "<div class=\"jforge\">" + html() + "</div>", Profiles.text(profile));
    }

    String html() {
        var found = Bottleneck.of(profile);
        if (found.isEmpty()) return "<p class=\"jf-warning\">" + Html.escape(Profiles.missing(profile)) + "</p>";
        return "<p class=\"jf-title\">%s.</p>%s<p class=\"jf-note\">%s</p>"
                .formatted(
                        Html.escape(found.get().sentence()),
                        html(Profiles.table(profile)),
                        Html.escape("Counted " + Profiles.title(profile) + "."));
    }

    private static String html(Table table) {
        var html = new StringBuilder("<table class=\"jf-table\"><thead><tr>");
        for (var column : table.columns())
            html.append(column == table.column(0) ? "<th class=\"jf-l\">" : "<th>")
                    .append(Html.escape(column.name()))
                    .append("</th>");
        html.append("</tr></thead><tbody>");
        for (int row = 0; row < table.rowCount(); row++) {
            html.append("<tr><td class=\"jf-l\">")
                    .append(Html.escape(table.stringColumn(0).get(row)))
                    .append("</td>");
            for (int column = 1; column < table.columnCount(); column++)
                html.append("<td>").append(number(table, column, row)).append("</td>");
            html.append("</tr>");
        }
        return html.append("</tbody></table>").toString();
    }

    private static String number(Table table, int column, int row) {
        var numbers = table.doubleColumn(column);
        return numbers.isMissing(row) ? "" : Tables.number(numbers.get(row));
    }
}
