package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.magic.TextTable;
import java.util.List;

/// What the code of a `%whos` calls: it runs inside the cell, since values' `toString` is the cells' own code.
///
/// Cells see this class although the rest of its jar is hidden from them, so its signatures name the JDK alone.
public final class Variables {
    private static final int MOST_CHARACTERS = 60;

    private Variables() {}

    /// Shows a table.
    ///
    /// @param rows `=` for a variable, its name and its type, with tabs between them
    /// @param values those of the variables, in that order
    public static void show(String[] rows, Object[] values) {
        var table = new TextTable("name", "type", "value");
        int next = 0;
        for (String row : rows) {
            String[] parts = row.split("\t", -1);
            String value = parts[0].isEmpty() ? "" : brief(values[next++]);
            table.add(parts[1], parts[2], value);
        }
        CellDisplays.current()
                .show(rows.length == 0 ? MimeBundle.text("nothing is declared yet") : table.bundle("", List.of()));
    }

    private static String brief(Object value) {
        String text = Renderer.standard().render(value).plain().strip();
        String line = text.lines().findFirst().orElse("");
        boolean whole = line.length() == text.length() && line.length() <= MOST_CHARACTERS;
        int end = Math.min(line.length(), MOST_CHARACTERS);
        if (!whole && end > 0 && Character.isHighSurrogate(line.charAt(end - 1))) end--;
        return whole ? line : line.substring(0, end) + "...";
    }
}
