package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Statements.Kind;
import io.jforge.jupyter.shell.Statements.Statement;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text before a cursor, put so that JShell sees what earlier lines of this very cell declare.
///
/// JShell looks at one snippet at a time. So methods and types of the cell become members of a class around the last
/// snippet, other lines the start of a method, and imported names are written out. The text still ends as the cell's
/// does at the cursor, so a place is known by its distance from the end.
///
/// @param code all of it
/// @param last the last snippet alone, as it stands
record Surroundings(String code, Statement last, CellImports imports) {
    /// What the class and method around the cell are called; no name of a cell starts so.
    static final String MADE_UP = "$in$";

    /// @param isType whether a type of that full name exists
    static Surroundings of(String before, Predicate<String> isType) {
        return of(before, isType, false);
    }

    /// The same where the last word is whole.
    static Surroundings whole(String before, Predicate<String> isType) {
        return of(before, isType, true);
    }

    private static Surroundings of(String before, Predicate<String> isType, boolean whole) {
        List<Statement> all = Statements.of(before);
        boolean fresh = all.isEmpty() || all.getLast().finished();
        Statement last = fresh ? Statement.none(before.length()) : all.getLast();
        List<Statement> earlier = fresh ? all : all.subList(0, all.size() - 1);
        CellImports imports = new CellImports(earlier, isType);
        String start = last.kind() == Kind.IMPORT ? "" : around(earlier, imports);
        String inner = start.isEmpty() || !isMember(last) ? "" : "class %slast { ".formatted(MADE_UP);
        return new Surroundings(start + inner + written(last, imports, whole), last, imports);
    }

    private static String around(List<Statement> earlier, CellImports imports) {
        if (earlier.stream().allMatch(each -> each.kind() == Kind.IMPORT)) {
            return "";
        }
        return "class %sCell { %s void %srun() throws Throwable { %s "
                .formatted(
                        MADE_UP,
                        joined(earlier.stream().filter(Surroundings::isMember), imports),
                        MADE_UP,
                        joined(earlier.stream().filter(each -> each.kind() == Kind.OTHER), imports));
    }

    private static boolean isMember(Statement statement) {
        return statement.kind() == Kind.TYPE || statement.kind() == Kind.METHOD;
    }

    private static String joined(Stream<Statement> statements, CellImports imports) {
        return statements.map(each -> written(each, imports, true)).collect(Collectors.joining("\n"));
    }

    /// The statement with imported names written out.
    ///
    /// @param whole whether the word at its end counts too
    private static String written(Statement statement, CellImports imports, boolean whole) {
        if (imports.isEmpty()) {
            return statement.text();
        }
        StringBuilder text = new StringBuilder();
        int done = statement.start();
        List<Token> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean counts = token.isName()
                    && (i == 0 || !tokens.get(i - 1).is("."))
                    && (whole
                            || token.end()
                                    < statement.start() + statement.text().length());
            if (counts && imports.fullNameOf(token.text()).isPresent()) {
                text.append(statement.text(), done - statement.start(), token.start() - statement.start());
                text.append(imports.fullNameOf(token.text()).orElseThrow());
                done = token.end();
            }
        }
        return text.append(statement.text().substring(done - statement.start())).toString();
    }
}
