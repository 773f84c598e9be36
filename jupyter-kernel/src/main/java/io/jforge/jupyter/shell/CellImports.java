package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Statements.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The imports that earlier lines of a cell make, before the cell has run.
final class CellImports {
    private final Map<String, String> single = new LinkedHashMap<>();
    private final List<String> packages = new ArrayList<>();
    private final Predicate<String> isType;

    /// @param isType whether a type of that full name exists
    CellImports(List<Statement> statements, Predicate<String> isType) {
        this.isType = isType;
        statements.stream()
                .filter(each -> each.kind() == Statements.Kind.IMPORT)
                .forEach(this::note);
    }

    private void note(Statement statement) {
        String name = statement.text().replaceFirst("^import\\s+", "").replaceAll("[\\s;]", "");
        if (name.endsWith(".*")) {
            packages.add(name.substring(0, name.length() - 2));
        } else if (isType.test(name)) {
            single.put(name.substring(name.lastIndexOf('.') + 1), name);
        }
    }

    boolean isEmpty() {
        return single.isEmpty() && packages.isEmpty();
    }

    boolean covers(String packageName) {
        return packages.contains(packageName);
    }

    /// The simple names that are imported one by one.
    List<String> names() {
        return List.copyOf(single.keySet());
    }

    Optional<String> fullNameOf(String simpleName) {
        return Optional.ofNullable(single.get(simpleName))
                .or(() -> packages.stream()
                        .map(each -> each + "." + simpleName)
                        .filter(isType)
                        .findFirst());
    }
}
