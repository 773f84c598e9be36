package io.jforge.jupyter.display;

import io.jforge.runtime.report.Tables;
import tech.tablesaw.api.NumberColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// Tablesaw tables as HTML and as text.
public final class HtmlTables {
    private static final int MOST_ROWS = 100;

    private HtmlTables() {}

    static MimeBundle bundle(Table table) {
        return MimeBundle.html(html(table), table.print(MOST_ROWS));
    }

    private static String html(Table table) {
        var html = new StringBuilder("<table class=\"jforge-table\" style=\"border-collapse:collapse\">");
        if (table.name() != null && !table.name().isBlank()) {
            html.append("<caption style=\"text-align:left;font-weight:bold\">")
                    .append(Html.escape(table.name()))
                    .append("</caption>");
        }
        html.append("<thead><tr>");
        table.columns().forEach(column -> cell(html, "th", column, column.name()));
        html.append("</tr></thead><tbody>");
        for (int row = 0; row < Math.min(MOST_ROWS, table.rowCount()); row++) {
            html.append("<tr>");
            for (Column<?> column : table.columns()) {
                cell(html, "td", column, text(column, row));
            }
            html.append("</tr>");
        }
        html.append("</tbody></table>");
        if (table.rowCount() > MOST_ROWS) {
            html.append("<p>%d of %,d rows</p>".formatted(MOST_ROWS, table.rowCount()));
        }
        return html.toString();
    }

    /// What stands in one of its cells.
    public static String text(Column<?> column, int row) {
        if (column.isMissing(row)) return "";
        return column.get(row) instanceof Double number ? Tables.number(number) : column.getString(row);
    }

    private static void cell(StringBuilder html, String tag, Column<?> column, String text) {
        String side = column instanceof NumberColumn<?, ?> ? "right" : "left";
        html.append("<%s style=\"text-align:%s;padding:2px 8px;font-variant-numeric:tabular-nums\">%s</%s>"
                .formatted(tag, side, Html.escape(text), tag));
    }
}
