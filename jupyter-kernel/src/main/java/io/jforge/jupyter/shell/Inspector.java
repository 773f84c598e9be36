package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Inspection.Entry;
import java.util.List;
import java.util.Optional;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;

/// Finds out what the name at a cursor means.
final class Inspector {
    private final SourceCodeAnalysis analysis;

    private final TypeIndex types;

    Inspector(SourceCodeAnalysis analysis, TypeIndex types) {
        this.analysis = analysis;
        this.types = types;
    }

    /// @param withDocumentation whether Javadoc is wanted as well as signatures; it takes longer
    Optional<Inspection> inspect(String code, int cursor, boolean withDocumentation) {
        int end = endOfName(code, Math.clamp(cursor, 0, code.length()));
        String before = Surroundings.of(code.substring(0, end), types::exists).code();
        List<Documentation> found = analysis.documentation(before, before.length(), withDocumentation);
        if (found.isEmpty()) {
            String called = before + "(";
            found = analysis.documentation(called, called.length(), withDocumentation);
        }
        List<Entry> entries = found.stream().map(Inspector::entry).distinct().toList();
        return entries.isEmpty() ? Optional.empty() : Optional.of(new Inspection(entries));
    }

    private static Entry entry(Documentation found) {
        String documentation = found.javadoc() == null ? "" : found.javadoc().strip();
        return Entry.plain(Signatures.readable(found.signature()), documentation);
    }

    private static int endOfName(String code, int cursor) {
        int end = cursor;
        while (end < code.length() && Character.isJavaIdentifierPart(code.charAt(end))) {
            end++;
        }
        return end;
    }
}
