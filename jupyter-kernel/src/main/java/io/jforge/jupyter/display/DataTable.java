package io.jforge.jupyter.display;

import java.util.List;
import java.util.function.IntFunction;

/// Rows and columns of any origin.
///
/// @param title what stands above it; empty for nothing
record DataTable(String title, List<Column> columns, int rows) {
    DataTable {
        if (rows < 0) throw new IllegalArgumentException("a table cannot have %d rows".formatted(rows));
        columns = List.copyOf(columns);
    }

    /// @param value what stands in a row, by its number; null where it is missing
    record Column(String name, IntFunction<Object> value) {}
}
