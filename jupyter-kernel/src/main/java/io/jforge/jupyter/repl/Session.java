package io.jforge.jupyter.repl;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.CellRunner.Finished;

/// What typed lines and scripts have in common: cells that run one after the other on a page, and are remembered.
final class Session {
    private final CellRunner runner;
    private final CellQuestions questions;
    private final History history;
    private int cells;
    private volatile boolean running;

    Session(CellRunner runner, CellQuestions questions, History history) {
        this.runner = runner;
        this.questions = questions;
        this.history = history;
    }

    CellQuestions questions() {
        return questions;
    }

    History history() {
        return history;
    }

    boolean isRunning() {
        return running;
    }

    /// The number of the next cell that is typed.
    int next() {
        return cells + 1;
    }

    /// Runs a cell that was typed.
    void typed(String cell, Page page) {
        cells++;
        history.add(cells, cell);
        run(cell, "cell " + cells, page);
    }

    /// Runs a cell and shows what it came to.
    ///
    /// @param name what traces call it
    /// @return whether it ran to its end
    boolean run(String cell, String name, Page page) {
        running = true;
        var ending = runner.run(cell, name, page, page);
        running = false;
        switch (ending) {
            case Finished finished -> finished.value().ifPresent(page::value);
            case Failed failed -> page.failure(failed);
        }
        page.endCell();
        return ending instanceof Finished;
    }
}
