package io.jforge.jupyter.display;

import io.jforge.runtime.report.Tables;
import io.jforge.runtime.store.RunRecord;
import java.util.Locale;
import tech.tablesaw.api.Table;

/// The speedup table: naive, best and whatever else was measured in a row each.
final class SummaryTable {
    private SummaryTable() {}

    static String text(RunRecord run) {
        var table = Tables.summary(run);
        if (hasEager(table)) {
            table.column("speedup").setName("over naive");
            table.column("speedup interval").setName("over naive interval");
        }
        return Tables.text(table);
    }

    static String html(RunRecord run) {
        var table = Tables.summary(run);
        int best = table.stringColumn("version").asList().indexOf(Tables.best(run));
        return html(table, best);
    }

    /// With a column for outcomes where the table has one; the winner, if it is not the first, is set off.
    static String html(Table table, int winner) {
        var html = new StringBuilder("<table class=\"jf-table\"><thead><tr><th class=\"jf-l\">version</th>");
        if (table.containsColumn("outcome")) html.append("<th>outcome</th>");
        html.append("<th>median</th><th>95 % interval</th>");
        if (hasEager(table)) html.append("<th>over eager</th><th>interval</th>");
        html.append("<th>").append(hasEager(table) ? "over naive" : "speedup");
        html.append("</th><th>interval</th><th>of the roofline</th></tr></thead><tbody>");
        for (int row = 0; row < table.rowCount(); row++) row(html, table, row, row == winner);
        return html.append("</tbody></table>").toString();
    }

    private static boolean hasEager(Table table) {
        return table.containsColumn("over eager");
    }

    private static void row(StringBuilder html, Table table, int row, boolean winner) {
        html.append(winner && row > 0 ? "<tr class=\"jf-best\">" : "<tr>");
        cell(html, "jf-l", table.stringColumn("version").get(row));
        if (table.containsColumn("outcome"))
            cell(html, "", table.stringColumn("outcome").get(row));
        cell(html, "", number(table, "median us", row, " us"));
        cell(html, "jf-dim", table.stringColumn("95 % interval").get(row));
        if (hasEager(table)) {
            cell(html, "", number(table, "over eager", row, "x"));
            cell(html, "jf-dim", table.stringColumn("over eager interval").get(row));
        }
        cell(html, "", number(table, "speedup", row, "x"));
        cell(html, "jf-dim", table.stringColumn("speedup interval").get(row));
        cell(html, "", percent(table, row));
        html.append("</tr>");
    }

    private static String number(Table table, String column, int row, String unit) {
        var numbers = table.doubleColumn(column);
        return numbers.isMissing(row) ? "" : Tables.number(numbers.get(row)) + unit;
    }

    private static String percent(Table table, int row) {
        var shares = table.doubleColumn("roofline");
        return shares.isMissing(row) ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * shares.get(row));
    }

    private static void cell(StringBuilder html, String cssClass, String text) {
        html.append("<td class=\"")
                .append(cssClass)
                .append("\">")
                .append(Html.escape(text))
                .append("</td>");
    }
}
