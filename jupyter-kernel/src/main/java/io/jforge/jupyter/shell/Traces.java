package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.ExceptionRow.Named;
import io.jforge.jupyter.shell.ExceptionRow.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.EvalException;
import jdk.jshell.UnresolvedReferenceException;

/// Tells an exception in the reader's terms: cells and their lines, none of JShell's made-up names.
final class Traces {
    private static final String OURS = "io.jforge.jupyter.";
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$.*");

    private final Map<String, Origin> origins = new HashMap<>();
    private final Function<DeclarationSnippet, String> missing;

    /// @param firstLine the cell's line, from 0, on which the snippet starts
    private record Origin(String cell, int firstLine) {}

    /// @param missing names what a declaration still waits for
    Traces(Function<DeclarationSnippet, String> missing) {
        this.missing = missing;
    }

    /// Notes where a snippet came from, under JShell's name for it.
    void remember(String snippetId, String cell, int firstLine) {
        origins.put(snippetId, new Origin(cell, firstLine));
    }

    Thrown tell(Throwable exception) {
        List<Throwable> row = new ArrayList<>();
        for (Throwable each = exception; each != null; each = each.getCause()) {
            row.add(each);
        }
        return tell(row, 0);
    }

    private Thrown tell(List<Throwable> row, int at) {
        Throwable exception = row.get(at);
        List<String> frames = frames(exception.getStackTrace());
        return switch (exception) {
            case EvalException e ->
                new Thrown(
                        readable(Named.of(e.getExceptionClassName()).type()),
                        Optional.ofNullable(e.getMessage()).map(Traces::readable),
                        frames,
                        of(Role.CAUSE, row, at).findFirst().map(i -> tell(row, i)),
                        of(Role.SUPPRESSED, row, at).map(i -> tell(row, i)).toList());
            case UnresolvedReferenceException e ->
                Thrown.plain("UndefinedName", undefined(Optional.ofNullable(e.getSnippet())), frames);
            default -> Thrown.plain(exception.getClass().getName(), exception.getMessage(), frames);
        };
    }

    private String undefined(Optional<DeclarationSnippet> running) {
        return running.map(it -> "%s needs %s, which is not defined".formatted(it.name(), missing.apply(it)))
                .orElse("a declaration that has been forgotten needs a name that is not defined");
    }

    /// Where in the row those stand that are this to the one at a place.
    private static Stream<Integer> of(Role role, List<Throwable> row, int parent) {
        return IntStream.range(parent + 1, row.size())
                .filter(i -> switch (row.get(i)) {
                    case EvalException e -> {
                        Named named = Named.of(e.getExceptionClassName());
                        yield named.role() == role && named.parent() == parent;
                    }
                    default -> role == Role.CAUSE && i == parent + 1; // a name that is not defined
                })
                .boxed();
    }

    private List<String> frames(StackTraceElement[] trace) {
        List<String> told = new ArrayList<>();
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith(OURS) && !frame.getMethodName().equals("do_it$Aux")) {
                told.add(frame(frame));
            }
        }
        return Frames.shortened(told);
    }

    private String frame(StackTraceElement frame) {
        String file = frame.getFileName();
        Origin origin = file != null && file.startsWith("#") ? origins.get(file.substring(1)) : null;
        if (origin == null) {
            return "%s.%s(%s)".formatted(readable(frame.getClassName()), frame.getMethodName(), place(frame));
        }
        String place = "%s, line %d".formatted(origin.cell(), origin.firstLine() + frame.getLineNumber());
        String method = frame.getMethodName().startsWith("do_it$")
                ? ""
                : LAMBDA.matcher(frame.getMethodName()).replaceAll("lambda");
        String owner = readable(frame.getClassName());
        String what = owner.isEmpty() || method.isEmpty() ? owner + method : owner + "." + method;
        return what.isEmpty() ? place : "%s (%s)".formatted(what, place);
    }

    private static String place(StackTraceElement frame) {
        if (frame.isNativeMethod() || frame.getFileName() == null) {
            return frame.isNativeMethod() ? "native" : "no source";
        }
        return frame.getLineNumber() < 0 ? frame.getFileName() : frame.getFileName() + ":" + frame.getLineNumber();
    }

    /// Text without the names that JShell makes up.
    static String readable(String name) {
        return name.replaceAll("REPL\\.\\$JShell\\$\\w+[$.]", "").replaceAll("REPL\\.\\$JShell\\$\\w+", "");
    }

    /// A trace as Java prints one, with cells in place of JShell's classes.
    static String tidied(String trace) {
        return trace.lines()
                .map(line -> line.replaceFirst("cells//REPL\\.\\$JShell\\$\\w+[.$](.*)\\(.*\\)", "$1 (a cell)")
                        .replaceFirst("lambda\\$do_it\\S+", "lambda")
                        .replaceFirst("do_it\\$ \\(a cell\\)", "a cell")
                        .replaceFirst("at java\\.\\w+/", "at "))
                .map(Traces::readable)
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
