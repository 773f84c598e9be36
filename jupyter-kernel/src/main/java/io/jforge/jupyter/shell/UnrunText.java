package io.jforge.jupyter.shell;

import java.util.List;
import java.util.stream.Stream;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.SourceCodeAnalysis.Suggestion;

/// Asks JShell about text that is still being written: is it whole, what could stand before the cursor.
final class UnrunText {
    private final SourceCodeAnalysis analysis;

    UnrunText(SourceCodeAnalysis analysis) {
        this.analysis = analysis;
    }

    Completeness completeness(String code) {
        String rest = code;
        while (true) {
            CompletionInfo info = analysis.analyzeCompletion(rest);
            switch (info.completeness()) {
                case COMPLETE -> {
                    if (info.remaining().isBlank()) {
                        return Completeness.COMPLETE;
                    }
                    rest = info.remaining();
                }
                case EMPTY, COMPLETE_WITH_SEMI -> {
                    return Completeness.COMPLETE;
                }
                case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
                    return Completeness.incomplete(code);
                }
                case UNKNOWN -> {
                    return Completeness.INVALID;
                }
            }
        }
    }

    Completion complete(String code, int cursor) {
        String before = code.substring(0, cursor);
        int start = startOfLastSnippet(before);
        Completion plain = suggest("", before, start);
        // inside a block JShell also sees variables that earlier lines of this very cell declare
        return plain.matches().isEmpty() && start > 0 ? suggest("{", before, 0) : plain;
    }

    private Completion suggest(String opening, String before, int start) {
        String code = opening + before.substring(start);
        int[] anchor = {code.length()};
        List<Suggestion> suggestions = analysis.completionSuggestions(code, code.length(), anchor);
        int from = Math.clamp(anchor[0] - opening.length() + start, 0, before.length());
        String typed = before.substring(from);
        // first what fits the expected type, then the rest
        List<String> matches = Stream.concat(
                        suggestions.stream().filter(Suggestion::matchesType),
                        suggestions.stream().filter(s -> !s.matchesType()))
                .map(Suggestion::continuation)
                .filter(each -> each.startsWith(typed))
                .distinct()
                .toList();
        return new Completion(from, before.length(), matches);
    }

    private int startOfLastSnippet(String before) {
        int at = 0;
        while (true) {
            CompletionInfo info = analysis.analyzeCompletion(before.substring(at));
            boolean another = info.completeness() == SourceCodeAnalysis.Completeness.COMPLETE
                    && !info.remaining().isBlank();
            if (!another) {
                return at;
            }
            at = before.length() - info.remaining().length();
        }
    }
}
