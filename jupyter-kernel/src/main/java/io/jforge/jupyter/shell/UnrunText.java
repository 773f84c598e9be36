package io.jforge.jupyter.shell;

import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/// Asks JShell about text that is still being written: is it whole.
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
}
