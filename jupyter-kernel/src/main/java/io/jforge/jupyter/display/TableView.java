package io.jforge.jupyter.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// What a person sees of a table: on a page with numbers on the right, in text with columns that stand in
/// line; of a long or wide one the first and the last.
final class TableView {
    private static final int MOST_ROWS = 60;
    private static final int FIRST_ROWS = 20;
    private static final int LAST_ROWS = 10;
    private static final int MOST_COLUMNS = 30;
    private static final int FIRST_COLUMNS = 15;
    private static final int LAST_COLUMNS = 5;
    private static final int WIDEST_TEXT = 48;
    private static final String GAP = "⋯";
    private static final String GAP_DOWN = "⋮";

    private final DataTable table;
    private final Excerpt rows;
    private final Excerpt columns;
    private final List<Shown> shown;

    private record Shown(String name, ColumnText text) {
        String cell(int row) {
            return text.text(row).orElse("");
        }
    }

    TableView(DataTable table) {
        this.table = table;
        this.rows = Excerpt.of(table.rows(), MOST_ROWS, FIRST_ROWS, LAST_ROWS);
        this.columns = Excerpt.of(table.columns().size(), MOST_COLUMNS, FIRST_COLUMNS, LAST_COLUMNS);
        this.shown = columns.indices().stream()
                .map(table.columns()::get)
                .map(column -> new Shown(column.name(), text(column)))
                .toList();
    }

    private ColumnText text(DataTable.Column column) {
        List<Object> values = new ArrayList<>();
        rows.indices().forEach(row -> values.add(column.value().apply(row)));
        return new ColumnText(values);
    }

    MimeBundle bundle() {
        return MimeBundle.html(html(), text());
    }

    private String html() {
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\"><div class=\"jf-scroll\">");
        html.append("<table class=\"jf-table jf-data\">");
        if (!table.title().isBlank())
            html.append("<caption>").append(Html.escape(table.title())).append("</caption>");
        html.append("<thead><tr>");
        for (int i = 0; i < shown.size(); i++) {
            if (columns.isCut() && i == columns.first()) html.append("<th>" + GAP + "</th>");
            html.append("<th%s>%s</th>"
                    .formatted(side(shown.get(i)), Html.escape(shown.get(i).name())));
        }
        html.append("</tr></thead><tbody>");
        for (int row = 0; row < rows.shown(); row++) {
            if (rows.isCut() && row == rows.first()) gap(html);
            row(html, row);
        }
        html.append("</tbody></table></div>");
        if (isNoted()) html.append("<p class=\"jf-note\">").append(size()).append("</p>");
        return html.append("</div>").toString();
    }

    private void gap(StringBuilder html) {
        html.append("<tr class=\"jf-skipped\">");
        for (int i = 0; i < shown.size(); i++) {
            if (columns.isCut() && i == columns.first()) html.append("<td></td>");
            html.append("<td%s>%s</td>".formatted(side(shown.get(i)), GAP_DOWN));
        }
        html.append("</tr>");
    }

    private void row(StringBuilder html, int row) {
        html.append("<tr>");
        for (int i = 0; i < shown.size(); i++) {
            var column = shown.get(i);
            if (columns.isCut() && i == columns.first()) html.append("<td class=\"jf-dim\">" + GAP + "</td>");
            var text = column.text().text(row);
            html.append(text.map(there -> "<td%s>%s</td>".formatted(side(column), Html.escape(there)))
                    .orElse("<td class=\"jf-dim\" title=\"missing\">–</td>"));
        }
        html.append("</tr>");
    }

    private static String side(Shown column) {
        return column.text().isNumeric() ? "" : " class=\"jf-l\"";
    }

    private boolean isNoted() {
        return rows.isCut() || columns.isCut() || table.rows() == 0;
    }

    private String size() {
        return "%s, %s"
                .formatted(
                        counted(rows, table.rows(), "row"),
                        counted(columns, table.columns().size(), "column"));
    }

    private static String counted(Excerpt excerpt, int all, String what) {
        var number = String.format(Locale.ROOT, "%,d %s%s", all, what, all == 1 ? "" : "s");
        return excerpt.isCut() ? "%d of %s".formatted(excerpt.shown(), number) : number;
    }

    private String text() {
        var text = new StringBuilder(table.title().isBlank() ? "" : table.title() + "\n");
        var widths = shown.stream().map(this::width).toList();
        text.append(line(widths, i -> shown.get(i).name()));
        text.append(line(widths, i -> "-".repeat(widths.get(i))));
        for (int row = 0; row < rows.shown(); row++) {
            int at = row;
            if (rows.isCut() && row == rows.first()) text.append(line(widths, _ -> GAP_DOWN));
            text.append(line(widths, i -> shown.get(i).cell(at)));
        }
        return text.append(isNoted() ? size() : "").toString().stripTrailing();
    }

    private int width(Shown column) {
        int widest = TextWidth.of(column.name());
        for (int row = 0; row < rows.shown(); row++) widest = Math.max(widest, TextWidth.of(column.cell(row)));
        return Math.min(widest, WIDEST_TEXT);
    }

    private String line(List<Integer> widths, IntFunction<String> cell) {
        var cells = new ArrayList<String>();
        for (int i = 0; i < shown.size(); i++) {
            if (columns.isCut() && i == columns.first()) cells.add(GAP);
            boolean right = shown.get(i).text().isNumeric();
            cells.add(TextWidth.padded(cell.apply(i), widths.get(i), right));
        }
        return cells.stream().collect(Collectors.joining("  ")).stripTrailing() + "\n";
    }
}
