package io.jforge.runtime.report;

import java.util.ArrayList;
import java.util.List;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// A table in plain text: numbers to the right, words to the left, a rule under the head.
final class TextTable {
    private final List<List<String>> columns = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final int rows;

    TextTable(Table table) {
        rows = table.rowCount();
        for (var column : table.columns()) {
            columns.add(cells(column));
            right.add(column instanceof NumericColumn<?>);
        }
    }

    private static List<String> cells(Column<?> column) {
        var cells = new ArrayList<String>();
        cells.add(column.name());
        for (int row = 0; row < column.size(); row++) cells.add(cell(column, row));
        return cells;
    }

    private static String cell(Column<?> column, int row) {
        if (column.isMissing(row)) return "";
        return column.get(row) instanceof Double number
                ? Tables.number(number)
                : String.valueOf(column.get(row)).replaceAll("\\s*\\R\\s*", " ");
    }

    @Override
    public String toString() {
        var text = new StringBuilder(line(0)).append('\n');
        text.append("-".repeat(text.length() - 1));
        for (int row = 1; row <= rows; row++) text.append('\n').append(line(row));
        return text.toString();
    }

    private String line(int row) {
        var line = new StringBuilder();
        for (int c = 0; c < columns.size(); c++) {
            var cell = columns.get(c).get(row);
            int width = columns.get(c).stream().mapToInt(String::length).max().orElse(0);
            var padding = " ".repeat(width - cell.length());
            line.append(c == 0 ? "" : "  ").append(right.get(c) ? padding + cell : cell + padding);
        }
        return line.toString();
    }
}
