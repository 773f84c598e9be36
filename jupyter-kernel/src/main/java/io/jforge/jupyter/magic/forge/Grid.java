package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.runtime.report.Tables;
import java.util.Arrays;
import java.util.List;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// A table of words for a person.
final class Grid {
    private final List<StringColumn> columns;

    Grid(String... heads) {
        columns = Arrays.stream(heads).map(StringColumn::create).toList();
    }

    void row(String... cells) {
        for (int i = 0; i < cells.length; i++) columns.get(i).append(cells[i]);
    }

    MimeBundle bundle() {
        return bundle(Table.create("").addColumns(columns.toArray(StringColumn[]::new)));
    }

    static MimeBundle bundle(Table table) {
        return Renderer.standard().render(table).with(MimeBundle.PLAIN, Tables.text(table));
    }
}
