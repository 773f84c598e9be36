package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.Html;
import io.jforge.jupyter.display.MimeBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A table of texts, for a page and for a terminal.
public final class TextTable {
    private static final String CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top";

    private final List<String> heads;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... heads) {
        this.heads = List.of(heads);
    }

    /// @param cells one for each head
    public void add(String... cells) {
        if (cells.length != heads.size()) {
            throw new IllegalArgumentException("a row of %s has %d cells".formatted(heads, cells.length));
        }
        rows.add(List.of(cells));
    }

    /// @param headline above the table, `notes` under it
    public MimeBundle bundle(String headline, List<String> notes) {
        return MimeBundle.html(html(headline, notes), text(headline, notes));
    }

    private String html(String headline, List<String> notes) {
        var html = new StringBuilder("<p>").append(Html.escape(headline)).append("</p>");
        if (!rows.isEmpty()) {
            html.append("<table style=\"border-collapse:collapse\"><thead>")
                    .append(row("th", heads))
                    .append("</thead><tbody>");
            rows.forEach(row -> html.append(row("td", row)));
            html.append("</tbody></table>");
        }
        notes.forEach(note -> html.append("<p>").append(Html.escape(note)).append("</p>"));
        return html.toString();
    }

    private static String row(String tag, List<String> cells) {
        return cells.stream()
                .map(cell -> "<%s style=\"%s\">%s</%s>".formatted(tag, CELL, Html.escape(cell), tag))
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private String text(String headline, List<String> notes) {
        List<String> lines = new ArrayList<>();
        if (!headline.isEmpty()) lines.add(headline);
        if (!rows.isEmpty()) {
            lines.add(line(heads));
            rows.forEach(row -> lines.add(line(row)));
        }
        lines.addAll(notes);
        return String.join("\n", lines);
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++)
            line.append(cells.get(i)).append(" ".repeat(width(i) - cells.get(i).length() + 2));
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return Math.max(
                heads.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }
}
