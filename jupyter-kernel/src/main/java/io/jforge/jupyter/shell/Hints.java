package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Completion.Candidate;
import io.jforge.jupyter.shell.Completion.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;

/// What a reader can do about a name that is not known: import it, or write it as it is written.
final class Hints {
    private static final int MOST_PACKAGES = 3;

    private final SourceCodeAnalysis analysis;
    private final Completer completer;
    private final TypeIndex types;

    Hints(JShell jshell, Completer completer, TypeIndex types) {
        this.analysis = jshell.sourceCodeAnalysis();
        this.completer = completer;
        this.types = types;
    }

    /// A hint to be put behind a complaint, or an empty text.
    ///
    /// @param before the text of the cell up to the name
    String about(UnknownName unknown, String before) {
        if (unknown.kind().equals("package")) {
            return meant(Nearest.to(unknown.name(), packages()));
        }
        if (unknown.owner().isEmpty() && unknown.mayBeType()) {
            List<String> places = importable(unknown.name());
            if (!places.isEmpty()) {
                return imports(places);
            }
        }
        Stream<String> there = completer.complete(before, before.length()).candidates().stream()
                .filter(candidate -> fits(candidate, unknown))
                .map(Candidate::name);
        return meant(Nearest.to(unknown.name(), there));
    }

    /// The same for a name that a declaration waits for, such as `class Foo`.
    String aboutImport(String dependency) {
        return dependency.startsWith("class ") ? imports(importable(dependency.substring(6))) : "";
    }

    private static String meant(Optional<String> word) {
        return word.map(each -> "; did you mean %s?".formatted(each)).orElse("");
    }

    private List<String> importable(String name) {
        List<String> known = analysis.listQualifiedNames(name, name.length()).getNames();
        return (known.isEmpty() ? types.named(name) : types.inOrder(known))
                .stream().limit(MOST_PACKAGES).toList();
    }

    private static String imports(List<String> names) {
        return switch (names.size()) {
            case 0 -> "";
            case 1 -> "; import %s;".formatted(names.getFirst());
            default -> "; import one of " + String.join(", ", names);
        };
    }

    private static boolean fits(Candidate candidate, UnknownName unknown) {
        return switch (unknown.kind()) {
            case "method" -> candidate.kind() == Kind.METHOD;
            case "class" -> candidate.kind() == Kind.CLASS;
            case "variable" ->
                candidate.kind() == Kind.VARIABLE
                        || candidate.kind() == Kind.FIELD
                        || (candidate.kind() == Kind.CLASS && unknown.mayBeType());
            default -> false;
        };
    }

    private static Stream<String> packages() {
        return ModuleLayer.boot().modules().stream()
                .flatMap(module -> module.getPackages().stream().filter(module::isExported))
                .filter(name -> name.startsWith("java"));
    }
}
