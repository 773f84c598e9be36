package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;

/// Puts what the compiler says about a snippet in terms of its cell.
final class Diagnoses {
    private static final int MOST_PROBLEMS = 5;

    private final JShell jshell;
    private final Hints hints;

    Diagnoses(JShell jshell, Hints hints) {
        this.jshell = jshell;
        this.hints = hints;
    }

    /// Why a snippet was rejected.
    ///
    /// @param at where in the cell it starts
    CompileError compileError(Snippet snippet, CellText cell, int at) {
        if (cell.text().substring(at).matches("(?s)package\\s.*")) {
            return new CompileError(List.of(cell.problem("a cell is in no package; leave this line out", at, at + 7)));
        }
        List<Problem> problems = jshell.diagnostics(snippet)
                .filter(Diag::isError)
                .limit(MOST_PROBLEMS)
                .map(diag -> problem(diag, cell, at))
                .distinct()
                .toList();
        return new CompileError(
                problems.isEmpty() ? List.of(cell.problem("this is not valid Java", at, at + 1)) : problems);
    }

    /// Whether it is too large for a class file.
    boolean isBeyondLimits(Snippet snippet) {
        return jshell.diagnostics(snippet).anyMatch(diag -> diag.getCode().startsWith("compiler.err.limit"));
    }

    /// Whether it cannot be compiled although there is nothing that it waits for.
    boolean needsNothing(Snippet snippet) {
        boolean waits = snippet instanceof DeclarationSnippet declaration
                && jshell.unresolvedDependencies(declaration).findAny().isPresent();
        return !waits && jshell.status(snippet) == Status.RECOVERABLE_NOT_DEFINED;
    }

    private Problem problem(Diag diag, CellText cell, int at) {
        String message = Traces.readable(diag.getMessage(Locale.ENGLISH));
        if (diag.getPosition() == Diag.NOPOS) {
            return cell.problem(message, at, at + 1);
        }
        int start = at + (int) diag.getStartPosition();
        int end = at + (int) diag.getEndPosition();
        return UnknownName.in(message, cell.part(start, end))
                .map(unknown -> problem(unknown, cell, start, end))
                .orElseGet(() -> cell.problem(message, start, end));
    }

    private Problem problem(UnknownName unknown, CellText cell, int start, int end) {
        Optional<DeclarationSnippet> waiting = waitingSnippet(unknown.name());
        String place = cell.part(start, end);
        int from = place.endsWith(unknown.name()) ? end - unknown.name().length() : start;
        int to = place.startsWith(unknown.name()) ? start + unknown.name().length() : end;
        String message = waiting.map(this::waits)
                .orElseGet(() -> unknown.complaint() + hints.about(unknown, cell.part(0, from)));
        return cell.problem(message, from, Math.max(from + 1, to));
    }

    private Optional<DeclarationSnippet> waitingSnippet(String name) {
        return jshell.snippets()
                .filter(each -> jshell.status(each) == Status.RECOVERABLE_NOT_DEFINED)
                .filter(each -> each instanceof DeclarationSnippet declaration
                        && declaration.name().equals(name))
                .map(DeclarationSnippet.class::cast)
                .findFirst();
    }

    /// What a declaration still waits for, under the first of those names.
    Problem waiting(DeclarationSnippet snippet, CellText cell) {
        String source = snippet.source().strip();
        int at = Math.max(0, cell.text().indexOf(source));
        int end = at + source.lines().findFirst().orElse("").length();
        Matcher name = jshell.unresolvedDependencies(snippet)
                .map(dependency -> dependency.replaceFirst("^\\w+ ", "").replaceFirst("\\(.*", ""))
                .findFirst()
                .map(missing -> Pattern.compile("\\b%s\\b".formatted(Pattern.quote(missing)))
                        .matcher(source))
                .orElse(null);
        return name != null && name.find()
                ? cell.problem(waits(snippet), at + name.start(), at + name.end())
                : cell.problem(waits(snippet), at, end);
    }

    private String waits(DeclarationSnippet snippet) {
        String imports = jshell.unresolvedDependencies(snippet)
                .map(hints::aboutImport)
                .filter(hint -> !hint.isEmpty())
                .findFirst()
                .orElse("");
        return "%s can be used once %s is defined%s".formatted(snippet.name(), missing(snippet), imports);
    }

    /// The names that a declaration still waits for.
    String missing(DeclarationSnippet snippet) {
        return jshell.unresolvedDependencies(snippet).collect(Collectors.joining(" and "));
    }

    /// The source of a record whose constructor is less public than JShell makes the record, mended; nothing where
    /// that is not what is wrong.
    Optional<String> withPublicConstructor(Snippet rejected) {
        return jshell.diagnostics(rejected)
                .filter(diag -> diag.getCode().equals("compiler.err.invalid.canonical.constructor.in.record"))
                .filter(diag -> diag.getMessage(Locale.ENGLISH).contains("stronger access"))
                .findFirst()
                .map(diag -> new StringBuilder(rejected.source())
                        .insert((int) diag.getStartPosition(), "public ")
                        .toString());
    }
}
