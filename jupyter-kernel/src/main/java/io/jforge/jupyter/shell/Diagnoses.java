package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;

/// Puts what the compiler says about a snippet in terms of its cell.
final class Diagnoses {
    private static final int MOST_PROBLEMS = 5;

    private final JShell jshell;

    Diagnoses(JShell jshell) {
        this.jshell = jshell;
    }

    /// Why a snippet was rejected.
    ///
    /// @param at where in the cell it starts
    CompileError compileError(Snippet snippet, CellText cell, int at) {
        List<Problem> problems = jshell.diagnostics(snippet)
                .filter(Diag::isError)
                .limit(MOST_PROBLEMS)
                .map(diag -> problem(diag, cell, at))
                .toList();
        return new CompileError(
                problems.isEmpty() ? List.of(cell.problem("this is not valid Java", at, at + 1)) : problems);
    }

    private static Problem problem(Diag diag, CellText cell, int at) {
        String message = diag.getMessage(Locale.ENGLISH)
                .lines()
                .filter(line -> !line.strip().matches("location: (class)?"))
                .collect(Collectors.joining("\n"));
        if (diag.getPosition() == Diag.NOPOS) {
            return cell.problem(message, at, at + 1);
        }
        return cell.problem(message, at + (int) diag.getStartPosition(), at + (int) diag.getEndPosition());
    }

    /// What a declaration still waits for, under its first line.
    Problem waiting(DeclarationSnippet snippet, CellText cell) {
        String source = snippet.source().strip();
        int at = Math.max(0, cell.text().indexOf(source));
        String message = "%s can be used once %s is defined".formatted(snippet.name(), missing(snippet));
        return cell.problem(
                message, at, at + source.lines().findFirst().orElse("").length());
    }

    /// The names that a declaration still waits for.
    String missing(DeclarationSnippet snippet) {
        return jshell.unresolvedDependencies(snippet).collect(Collectors.joining(" and "));
    }
}
