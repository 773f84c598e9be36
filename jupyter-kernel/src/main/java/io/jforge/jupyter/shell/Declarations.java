package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Declared.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/// What cells have declared, apart from what they were given.
final class Declarations {
    private final JShell jshell;
    private final Set<String> given = new HashSet<>();

    Declarations(JShell jshell) {
        this.jshell = jshell;
    }

    /// Notes a snippet that no cell wrote.
    void give(Snippet snippet) {
        given.add(snippet.id());
    }

    List<Declared> all() {
        return jshell.snippets()
                .filter(this::isOfCell)
                .filter(snippet -> jshell.status(snippet) == Status.VALID)
                .flatMap(snippet -> declared(snippet).stream())
                .toList();
    }

    private boolean isOfCell(Snippet snippet) {
        return jshell.status(snippet).isActive() && !given.contains(snippet.id());
    }

    private static Optional<Declared> declared(Snippet snippet) {
        return switch (snippet) {
            case VarSnippet v -> Optional.of(new Declared(Kind.VARIABLE, v.name(), v.typeName()));
            case MethodSnippet m -> Optional.of(new Declared(Kind.METHOD, m.name(), m.signature()));
            case TypeDeclSnippet t -> Optional.of(new Declared(Kind.TYPE, t.name(), kind(t)));
            default -> Optional.empty();
        };
    }

    private static String kind(TypeDeclSnippet type) {
        return type.subKind().name().replace("_SUBKIND", "").toLowerCase(Locale.ROOT);
    }

    /// Takes away whatever cells have declared under a name; false if there is nothing.
    boolean forget(String name) {
        List<Snippet> found = jshell.snippets()
                .filter(this::isOfCell)
                .filter(snippet ->
                        snippet instanceof DeclarationSnippet d && d.name().equals(name))
                .toList();
        found.forEach(jshell::drop);
        return !found.isEmpty();
    }

    /// Takes away all that cells have declared and imported.
    void forgetAll() {
        jshell.snippets().filter(this::isOfCell).toList().forEach(jshell::drop);
    }
}
