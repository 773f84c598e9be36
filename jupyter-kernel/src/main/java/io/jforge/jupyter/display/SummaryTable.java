package io.jforge.jupyter.display;

import io.jforge.runtime.report.Tables;
import io.jforge.runtime.store.RunRecord;
import java.util.Locale;
import tech.tablesaw.api.Table;

/// The speedup table: naive and best in a row each, with a cold cache and with a warm one.
final class SummaryTable {
    private SummaryTable() {}

    static String text(RunRecord run) {
        return Tables.text(Tables.summary(run));
    }

    static String html(RunRecord run) {
        var table = Tables.summary(run);
        var html = new StringBuilder(
                "<table class=\"jf-table\"><thead><tr><th class=\"jf-l\">version</th><th>median</th><th>95 % interval</th>");
        if (hasEager(table)) html.append("<th>over eager</th><th>interval</th>");
        html.append("<th>").append(hasEager(table) ? "over naive" : "speedup");
        html.append("</th><th>interval</th><th>of the roofline</th></tr></thead><tbody>");
        for (int row = 0; row < table.rowCount(); row++) row(html, table, row);
        return html.append("</tbody></table>").toString();
    }

    private static boolean hasEager(Table table) {
        return table.containsColumn("over eager");
    }

    private static void row(StringBuilder html, Table table, int row) {
        boolean winner = table.stringColumn("version").get(row).startsWith("best: ");
        html.append(winner ? "<tr class=\"jf-best\">" : "<tr>");
        cell(html, "jf-l", table.stringColumn("version").get(row));
        cell(html, "", Tables.number(table.doubleColumn("median us").get(row)) + " us");
        cell(html, "jf-dim", table.stringColumn("95 % interval").get(row));
        if (hasEager(table)) {
            boolean known = !table.doubleColumn("over eager").isMissing(row);
            cell(html, "", known ? Tables.number(table.doubleColumn("over eager").get(row)) + "x" : "");
            cell(html, "jf-dim", table.stringColumn("over eager interval").get(row));
        }
        cell(html, "", Tables.number(table.doubleColumn("speedup").get(row)) + "x");
        cell(html, "jf-dim", table.stringColumn("speedup interval").get(row));
        cell(
                html,
                "",
                String.format(
                        Locale.ROOT,
                        "%.1f %%",
                        100 * table.doubleColumn("roofline").get(row)));
        html.append("</tr>");
    }

    private static void cell(StringBuilder html, String cssClass, String text) {
        html.append("<td class=\"")
                .append(cssClass)
                .append("\">")
                .append(Html.escape(text))
                .append("</td>");
    }
}
