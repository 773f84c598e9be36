package io.jforge.jupyter.magic;

import io.jforge.jupyter.shell.Completeness;
import io.jforge.jupyter.shell.Completion;
import io.jforge.jupyter.shell.Inspection;
import io.jforge.jupyter.shell.Shell;
import java.util.Optional;

/// What a front end asks about a cell that is still being written, magics and Java alike; places count
/// UTF-16 units.
public final class CellQuestions {
    private final Shell shell;
    private final Magics magics;

    public CellQuestions(Shell shell, Magics magics) {
        this.shell = shell;
        this.magics = magics;
    }

    /// Whether the cell could be run as it stands.
    public Completeness completeness(String cell) {
        return shell.completeness(CellSplitter.withoutMagics(cell));
    }

    /// The same by what the compiler says, which may have to be waited for.
    public Completeness certainCompleteness(String cell) {
        boolean warm = shell.isWarm();
        var verdict = completeness(cell);
        return warm || verdict.state() == Completeness.State.INCOMPLETE
                ? verdict
                : shell.certainCompleteness(CellSplitter.withoutMagics(cell));
    }

    /// What could stand before the cursor.
    public Completion complete(String cell, int cursor) {
        return magicLine(cell, cursor)
                .map(line -> inMagic(line, cell, cursor))
                .orElseGet(() -> shell.complete(CellSplitter.withoutMagics(cell), cursor));
    }

    /// What the name at the cursor means.
    public Optional<Inspection> inspect(String cell, int cursor, boolean withDocumentation) {
        Optional<String> magic = magicLine(cell, cursor);
        return magic.isPresent()
                ? magics.inspect(magic.get())
                : shell.inspect(CellSplitter.withoutMagics(cell), cursor, withDocumentation);
    }

    /// The cursor's line, when that is a magic.
    private static Optional<String> magicLine(String cell, int cursor) {
        int start = lineStart(cell, cursor);
        int end = cell.indexOf('\n', cursor);
        return CellSplitter.isMagicAt(cell, start)
                ? Optional.of(cell.substring(start, end < 0 ? cell.length() : end))
                : Optional.empty();
    }

    private static int lineStart(String cell, int cursor) {
        return cell.lastIndexOf('\n', cursor - 1) + 1;
    }

    private Completion inMagic(String line, String cell, int cursor) {
        int start = lineStart(cell, cursor);
        int word = cursor;
        while (word > start && !Character.isWhitespace(cell.charAt(word - 1)) && cell.charAt(word - 1) != '%') {
            word--;
        }
        return Completion.of(word, cursor, Completion.Kind.MAGIC, magics.complete(line, cursor - start));
    }
}
