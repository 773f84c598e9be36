package io.jforge.jupyter.display;

import java.util.Objects;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// Tablesaw's tables, as far as they are shown.
final class TablesawTables {
    private TablesawTables() {}

    /// Loads Tablesaw on a thread that nobody interrupts: it looks through the class path for its readers, and an
    /// interrupt meanwhile would leave this process without tables.
    static Thread load() {
        return Thread.ofPlatform().daemon().name("tables").start(() -> Table.create());
    }

    static DataTable of(Table table) {
        return new DataTable(
                Objects.requireNonNullElse(table.name(), ""),
                table.columns().stream().map(TablesawTables::column).toList(),
                table.rowCount());
    }

    /// Numbers as such; the rest as Tablesaw writes it, in the format of its column.
    private static DataTable.Column column(Column<?> column) {
        return new DataTable.Column(column.name(), row -> {
            if (column.isMissing(row)) return null;
            return column.get(row) instanceof Number number ? number : column.getString(row);
        });
    }
}
