package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.Thrown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.EvalException;
import jdk.jshell.UnresolvedReferenceException;

/// Tells an exception in the reader's terms: cells and their lines, none of JShell's made-up names.
final class Traces {
    private static final int MOST_FRAMES = 20;
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
        List<String> frames = frames(exception.getStackTrace());
        return switch (exception) {
            case EvalException e ->
                new Thrown(
                        readable(e.getExceptionClassName()),
                        Optional.ofNullable(e.getMessage()).map(Traces::readable),
                        frames,
                        Optional.ofNullable(e.getCause()).map(this::tell));
            case UnresolvedReferenceException e ->
                new Thrown(
                        "UndefinedName",
                        Optional.of("%s needs %s, which is not defined"
                                .formatted(e.getSnippet().name(), missing.apply(e.getSnippet()))),
                        frames,
                        Optional.empty());
            default -> new Thrown(exception.getClass().getName(), Optional.empty(), frames, Optional.empty());
        };
    }

    private List<String> frames(StackTraceElement[] trace) {
        List<String> told = new ArrayList<>();
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith(OURS) && !frame.getMethodName().equals("do_it$Aux")) {
                told.add(frame(frame));
            }
        }
        if (told.size() > MOST_FRAMES) {
            String rest = "... %d more".formatted(told.size() - MOST_FRAMES);
            told.subList(MOST_FRAMES, told.size()).clear();
            told.add(rest);
        }
        return told;
    }

    private String frame(StackTraceElement frame) {
        String file = frame.getFileName();
        Origin origin = file != null && file.startsWith("#") ? origins.get(file.substring(1)) : null;
        if (origin == null) {
            return frame.toString();
        }
        String place = "%s, line %d".formatted(origin.cell(), origin.firstLine() + frame.getLineNumber());
        String method = frame.getMethodName().startsWith("do_it$")
                ? ""
                : LAMBDA.matcher(frame.getMethodName()).replaceAll("lambda");
        String owner = readable(frame.getClassName());
        String what = owner.isEmpty() || method.isEmpty() ? owner + method : owner + "." + method;
        return what.isEmpty() ? place : "%s (%s)".formatted(what, place);
    }

    private static String readable(String name) {
        return name.replaceAll("REPL\\.\\$JShell\\$\\w+[$.]", "");
    }
}
