package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.shell.Completeness;
import java.util.Optional;

/// Judges a cell that is being typed, when the Enter key is pressed at its end.
final class Typed {
    private Typed() {}

    /// How the next line begins, or nothing when the cell is whole and can be run.
    ///
    /// The lines under a `%%magic` can be anything, so an empty one ends them.
    static Optional<String> nextLine(String cell, CellQuestions questions) {
        if (JShellCommands.answer(cell).isPresent()) return Optional.empty();
        if (cell.stripLeading().startsWith("%%")) return cell.endsWith("\n") ? Optional.empty() : Optional.of("");
        var verdict = questions.certainCompleteness(cell);
        return verdict.state() == Completeness.State.INCOMPLETE ? Optional.of(verdict.indent()) : Optional.empty();
    }
}
