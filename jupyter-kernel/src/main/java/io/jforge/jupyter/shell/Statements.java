package io.jforge.jupyter.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The snippets of a cell as their words show them, without asking the compiler; the last may be unfinished.
final class Statements {
    private static final Set<String> MODIFIERS = Set.of(
            "public",
            "protected",
            "private",
            "static",
            "abstract",
            "final",
            "sealed",
            "non",
            "-",
            "default",
            "synchronized");

    /// What goes on with a statement after a closing brace.
    private static final Set<String> GOES_ON = Set.of(
            "else",
            "catch",
            "finally",
            ";",
            ".",
            ",",
            ")",
            "]",
            "+",
            "*",
            "?",
            ":",
            "=",
            "==",
            "&&",
            "||",
            "instanceof");

    enum Kind {
        IMPORT,
        TYPE,
        METHOD,
        OTHER
    }

    /// One snippet; its text starts at its first word.
    ///
    /// @param finished whether what comes after it in the cell is another one
    record Statement(Kind kind, String text, int start, List<Token> tokens, boolean finished) {
        static Statement none(int at) {
            return new Statement(Kind.OTHER, "", at, List.of(), false);
        }
    }

    private Statements() {}

    static List<Statement> of(String cell) {
        List<Token> tokens = Tokens.of(cell).stream()
                .filter(token -> token.kind() != Token.Kind.COMMENT)
                .toList();
        List<Statement> found = new ArrayList<>();
        int first = 0;
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            depth += depthChange(tokens.get(i));
            if (depth <= 0 && endsStatement(tokens, first, i)) {
                found.add(statement(
                        cell, tokens.subList(first, i + 1), tokens.get(i).end(), true));
                first = i + 1;
                depth = 0;
            }
        }
        if (first < tokens.size()) {
            found.add(statement(cell, tokens.subList(first, tokens.size()), cell.length(), false));
        }
        return found;
    }

    private static int depthChange(Token token) {
        if (token.kind() != Token.Kind.SIGN) {
            return 0;
        }
        return "([{".contains(token.text()) ? 1 : ")]}".contains(token.text()) ? -1 : 0;
    }

    private static boolean endsStatement(List<Token> tokens, int first, int i) {
        if (tokens.get(i).is(";")) {
            return true;
        }
        boolean goesOn = i + 1 < tokens.size()
                && (GOES_ON.contains(tokens.get(i + 1).text())
                        || (tokens.get(first).is("do") && tokens.get(i + 1).is("while")));
        return tokens.get(i).is("}") && !goesOn;
    }

    private static Statement statement(String cell, List<Token> tokens, int end, boolean finished) {
        int start = tokens.getFirst().start();
        return new Statement(kindOf(tokens), cell.substring(start, end), start, tokens, finished);
    }

    private static Kind kindOf(List<Token> tokens) {
        int at = afterModifiers(tokens);
        if (at >= tokens.size()) {
            return Kind.OTHER;
        }
        Token first = tokens.get(at);
        boolean named = at + 1 < tokens.size() && tokens.get(at + 1).isName();
        return switch (first.text()) {
            case "import" -> Kind.IMPORT;
            case "class", "interface", "enum", "@" -> Kind.TYPE;
            case "record" ->
                named && at + 2 < tokens.size() && !tokens.get(at + 2).is("=") ? Kind.TYPE : Kind.OTHER;
            default -> isMethod(tokens, at) ? Kind.METHOD : Kind.OTHER;
        };
    }

    private static int afterModifiers(List<Token> tokens) {
        int at = 0;
        while (at < tokens.size()) {
            if (MODIFIERS.contains(tokens.get(at).text())) {
                at++;
            } else if (isAnnotation(tokens, at)) {
                at = afterAnnotation(tokens, at + 2);
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isAnnotation(List<Token> tokens, int at) {
        return tokens.get(at).is("@")
                && at + 1 < tokens.size()
                && !tokens.get(at + 1).is("interface");
    }

    private static int afterAnnotation(List<Token> tokens, int at) {
        if (at >= tokens.size() || !tokens.get(at).is("(")) {
            return at;
        }
        int depth = 0;
        for (int i = at; i < tokens.size(); i++) {
            depth += depthChange(tokens.get(i));
            if (depth == 0) {
                return i + 1;
            }
        }
        return tokens.size();
    }

    /// A type, a name, parentheses, and a body or what may stand before one.
    private static boolean isMethod(List<Token> tokens, int from) {
        int open = from;
        while (open < tokens.size()
                && !tokens.get(open).is("(")
                && !tokens.get(open).is("=")) {
            open++;
        }
        if (open < from + 2
                || open >= tokens.size()
                || tokens.get(open).is("=")
                || !tokens.get(open - 1).isName()
                || !tokens.get(open - 2).endsType()) {
            return false;
        }
        int close = afterAnnotation(tokens, open);
        return close < tokens.size()
                && (tokens.get(close).is("{") || tokens.get(close).is("throws"));
    }
}
