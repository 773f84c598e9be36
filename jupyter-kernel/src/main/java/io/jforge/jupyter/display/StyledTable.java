package io.jforge.jupyter.display;

import io.jforge.runtime.report.Tables;
import java.util.Locale;
import java.util.function.IntFunction;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// A table of measurements on a page: intervals step back, speedups have their `x`, rooflines are percentages.
final class StyledTable {
    private static final double PERCENT = 100;

    private StyledTable() {}

    /// @param rowClass the style of a row by its number, or empty text
    static String html(Table table, IntFunction<String> rowClass) {
        var html = new StringBuilder("<table class=\"jf-table\"><thead><tr>");
        for (var column : table.columns())
            html.append("<th class=\"%s\">%s</th>".formatted(side(column), Html.escape(column.name())));
        html.append("</tr></thead><tbody>");
        for (int row = 0; row < table.rowCount(); row++) {
            html.append("<tr class=\"").append(rowClass.apply(row)).append("\">");
            for (var column : table.columns())
                html.append("<td class=\"%s\">%s</td>".formatted(style(column), Html.escape(text(column, row))));
            html.append("</tr>");
        }
        return html.append("</tbody></table>").toString();
    }

    private static String side(Column<?> column) {
        return column instanceof NumericColumn<?> || isInterval(column) ? "" : "jf-l";
    }

    private static String style(Column<?> column) {
        if (column.name().equals("verified")) return "jf-l jf-line";
        return isInterval(column) ? "jf-dim" : side(column);
    }

    private static boolean isInterval(Column<?> column) {
        return column.name().equals("interval");
    }

    private static String text(Column<?> column, int row) {
        if (column.isMissing(row)) return "";
        if (!(column.get(row) instanceof Double number)) return column.getString(row);
        var name = column.name();
        if (name.equals("roofline")) return String.format(Locale.ROOT, "%.1f %%", PERCENT * number);
        return Tables.number(number) + (name.endsWith(" us") ? "" : "x");
    }
}
