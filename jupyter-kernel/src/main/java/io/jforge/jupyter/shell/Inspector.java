package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Inspection.Entry;
import io.jforge.jupyter.shell.SourceText.Documented;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.VarSnippet;

/// Finds out what the name at a cursor means.
final class Inspector {
    private final JShell jshell;
    private final SourceCodeAnalysis analysis;
    private final CellControl control;
    private final TypeIndex types;
    private final Comments comments;

    Inspector(JShell jshell, CellControl control, TypeIndex types, List<Path> classPath) {
        this.jshell = jshell;
        this.analysis = jshell.sourceCodeAnalysis();
        this.control = control;
        this.types = types;
        this.comments = new Comments(jshell, classPath);
    }

    /// @param withDocumentation whether Javadoc is wanted as well as signatures; it takes longer
    Optional<Inspection> inspect(String cell, int cursor, boolean withDocumentation) {
        String before = cell.substring(0, endOfName(cell, Math.clamp(cursor, 0, cell.length())));
        List<Token> tokens = Tokens.of(before);
        if (tokens.isEmpty() || tokens.getLast().kind() == Token.Kind.COMMENT) {
            return Optional.empty();
        }
        List<Documentation> found = find(Surroundings.whole(before, types::exists), withDocumentation);
        List<Documented> documented = withDocumentation
                ? SourceText.rendered(found.stream().map(this::comment).toList())
                : found.stream().map(_ -> Documented.NOTHING).toList();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            entries.add(entry(found.get(i).signature(), documented.get(i)));
        }
        List<Entry> distinct = entries.stream().distinct().toList();
        return distinct.isEmpty() ? Optional.empty() : Optional.of(new Inspection(distinct));
    }

    /// A method is known by its name once a parenthesis says that it is called.
    private List<Documentation> find(Surroundings around, boolean withDocumentation) {
        String last = around.last().text();
        return Stream.of(around.code(), around.code() + "(", last, last + "(")
                .map(code -> analysis.documentation(code, code.length(), withDocumentation))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static int endOfName(String cell, int cursor) {
        int end = cursor;
        while (end < cell.length() && Character.isJavaIdentifierPart(cell.charAt(end))) {
            end++;
        }
        return end;
    }

    private String comment(Documentation found) {
        if (found.javadoc() != null) {
            return found.javadoc();
        }
        return typeOf(found.signature())
                .map(comments::of)
                .orElseGet(() -> comments.of(Signatures.readable(found.signature())));
    }

    private Entry entry(String signature, Documented documented) {
        Optional<Class<?>> type = typeOf(signature);
        if (type.isPresent()) {
            TypeCard card = TypeCard.of(type.get());
            return with(card.declaration(), card.contents(), documented);
        }
        int colon = signature.indexOf(':');
        return colon > 0 && signature.lastIndexOf('.', colon) < 0
                ? with(variable(signature.substring(0, colon), signature.substring(colon + 1)), "", documented)
                : with(Signatures.readable(signature), "", documented);
    }

    private static Entry with(String signature, String before, Documented documented) {
        String gap = before.isEmpty() || documented.text().isEmpty() ? "" : "\n\n";
        String html = before.isEmpty() ? "" : "<p>%s</p>\n".formatted(Markup.escaped(before));
        return new Entry(signature, before + gap + documented.text(), html + documented.html());
    }

    private Optional<Class<?>> typeOf(String signature) {
        String name = signature.replaceFirst("[<(].*", ""); // a record's has its components
        boolean isRecord = jshell.types()
                .anyMatch(each ->
                        each.subKind() == SubKind.RECORD_SUBKIND && each.name().equals(name));
        if (!isRecord && !signature.matches("[\\w.$]+(<.*>)?")) {
            return Optional.empty();
        }
        return jshell.types()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> analysis.wrapper(each).fullClassName() + "$" + name)
                .or(() -> Optional.of(name))
                .flatMap(control::type);
    }

    private String variable(String name, String type) {
        String value = jshell.variables()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> " = " + ShortValue.of(live(each)))
                .orElse("");
        return Signatures.spaced(SourceText.unqualified(type)) + " " + name + value;
    }

    private Object live(VarSnippet variable) {
        return control.variable(analysis.wrapper(variable).fullClassName(), variable.name());
    }
}
