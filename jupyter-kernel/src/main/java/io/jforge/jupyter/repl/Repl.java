package io.jforge.jupyter.repl;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Reads a cell, runs it, shows what it came to, until the person leaves.
final class Repl {
    private static final Set<String> LEAVING = Set.of("exit", "quit", "exit;", "quit;", "exit()", "exit();");

    private final Session session;
    private final Editor editor;
    private final Page page;
    private final Runnable beforeCell;
    private final AtomicBoolean left;

    /// @param left set by what a cell runs to leave
    Repl(Session session, Editor editor, Page page, Runnable beforeCell, AtomicBoolean left) {
        this.session = session;
        this.editor = editor;
        this.page = page;
        this.beforeCell = beforeCell;
        this.left = left;
    }

    void run() {
        while (!left.get()) {
            var cell = editor.cell(session.next());
            if (cell.isEmpty() || LEAVING.contains(cell.get().strip())) return;
            if (!cell.get().isBlank()) answer(cell.get());
        }
    }

    private void answer(String cell) {
        beforeCell.run();
        JShellCommands.answer(cell).ifPresentOrElse(page::note, () -> session.typed(cell, page));
    }
}
