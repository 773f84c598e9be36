package io.jforge.jupyter.repl;

import io.jforge.runtime.report.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tech.tablesaw.api.NumberColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// A table as aligned text, as wide as there is room: long texts are cut, then columns left out, and both are told.
final class TextTable {
    private static final int MOST_ROWS = 60;
    private static final int FIRST_ROWS = 40;
    private static final int LAST_ROWS = 10;
    private static final int NARROWEST = 6;
    private static final String BETWEEN = " │ ";

    private final Table table;
    private final Palette palette;
    private final List<Shown> columns;

    /// One column as text: its head, its cells, and how many columns of the terminal it may take.
    private static final class Shown {
        private final boolean number;
        private final List<String> cells;
        private int width;

        Shown(Column<?> column, List<Integer> rows) {
            number = column instanceof NumberColumn<?, ?>;
            cells = new ArrayList<>(List.of(oneLine(column.name())));
            rows.forEach(row -> cells.add(row < 0 ? "…" : oneLine(text(column, row))));
            width = cells.stream().mapToInt(Columns::of).max().orElse(1);
        }

        private static String text(Column<?> column, int row) {
            if (column.isMissing(row)) return "";
            return column.get(row) instanceof Double number ? Tables.number(number) : column.getString(row);
        }

        private static String oneLine(String text) {
            return text.replaceAll("\\R", " ").replace('\t', ' ');
        }

        String cell(int at) {
            var text = Columns.cut(cells.get(at), width);
            var blanks = " ".repeat(width - Columns.of(text));
            return number ? blanks + text : text + blanks;
        }
    }

    /// @param width how many columns the terminal has
    TextTable(Table table, int width, Palette palette) {
        this.table = table;
        this.palette = palette;
        var rows = rows();
        this.columns = new ArrayList<>(
                table.columns().stream().map(column -> new Shown(column, rows)).toList());
        fit(width);
    }

    /// The rows to show; -1 stands for those left out.
    private List<Integer> rows() {
        int count = table.rowCount();
        if (count <= MOST_ROWS) return IntStream.range(0, count).boxed().toList();
        var rows = new ArrayList<>(IntStream.range(0, FIRST_ROWS).boxed().toList());
        rows.add(-1);
        rows.addAll(IntStream.range(count - LAST_ROWS, count).boxed().toList());
        return rows;
    }

    private void fit(int width) {
        while (taken() > width) {
            var widest = columns.stream()
                    .filter(column -> !column.number && column.width > NARROWEST)
                    .reduce((a, b) -> b.width > a.width ? b : a);
            if (widest.isPresent()) widest.get().width--;
            else if (columns.size() > 1) columns.removeLast();
            else return;
        }
    }

    private int taken() {
        return columns.stream().mapToInt(column -> column.width).sum() + BETWEEN.length() * (columns.size() - 1);
    }

    String text() {
        var lines = new ArrayList<String>();
        if (table.name() != null && !table.name().isBlank()) lines.add(palette.paint(Palette.HEAD, table.name()));
        if (columns.isEmpty()) return String.join("\n", lines) + "a table without columns";
        lines.add(palette.paint(Palette.HEAD, line(0)));
        lines.add(columns.stream().map(column -> "─".repeat(column.width)).collect(Collectors.joining("─┼─")));
        IntStream.range(1, columns.getFirst().cells.size()).mapToObj(this::line).forEach(lines::add);
        if (isCut()) lines.add(palette.paint(Palette.DIM, size()));
        return String.join("\n", lines);
    }

    private String line(int at) {
        return columns.stream()
                .map(column -> column.cell(at))
                .collect(Collectors.joining(BETWEEN))
                .stripTrailing();
    }

    private boolean isCut() {
        return columns.size() < table.columnCount() || table.rowCount() > MOST_ROWS;
    }

    private String size() {
        var shown = columns.size() < table.columnCount() ? ", %d of them shown".formatted(columns.size()) : "";
        return "%,d rows, %,d columns%s".formatted(table.rowCount(), table.columnCount(), shown);
    }
}
