package io.jforge.jupyter.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The names that text declares and that can be used at its end, told by its words alone.
///
/// It offers a name too many rather than one too few: what is offered is only a proposal.
final class LocalNames {
    private final List<Token> tokens;
    private final Deque<Map<String, Name>> scopes = new ArrayDeque<>();
    private final Deque<Integer> openings = new ArrayDeque<>();
    private Map<String, Name> pending = new LinkedHashMap<>();

    /// @param type of a variable as it is written, of a method what it returns
    record Name(String name, Completion.Kind kind, String type) {}

    private LocalNames(List<Token> tokens) {
        this.tokens = tokens;
    }

    static List<Name> at(List<Token> tokens) {
        LocalNames names = new LocalNames(tokens.stream()
                .filter(token -> token.kind() != Token.Kind.COMMENT)
                .toList());
        return names.collect();
    }

    private List<Name> collect() {
        scopes.push(new LinkedHashMap<>());
        for (int i = 0; i < tokens.size(); i++) {
            note(i);
        }
        Map<String, Name> visible = new LinkedHashMap<>();
        scopes.forEach(scope -> scope.forEach(visible::putIfAbsent));
        pending.forEach(visible::putIfAbsent);
        return new ArrayList<>(visible.values());
    }

    private void note(int i) {
        switch (tokens.get(i).text()) {
            case "{" -> {
                scopes.push(pending);
                openings.push(i);
                pending = new LinkedHashMap<>();
            }
            case "(" -> {
                scopes.push(new LinkedHashMap<>());
                openings.push(i);
            }
            case ")" -> closeParenthesis(i);
            case "}" -> {
                pop();
                pending = new LinkedHashMap<>();
            }
            case ";" -> pending = new LinkedHashMap<>();
            case "->" -> lambda(i);
            default -> declaration(i);
        }
    }

    private Map<String, Name> pop() {
        if (scopes.size() > 1) {
            openings.pop();
            return scopes.pop();
        }
        return new LinkedHashMap<>();
    }

    private void closeParenthesis(int i) {
        int open = openings.isEmpty() ? 0 : openings.peek();
        pending = pop();
        boolean hasBody = i + 1 < tokens.size()
                && (tokens.get(i + 1).is("{") || tokens.get(i + 1).is("throws"));
        boolean named = open >= 2
                && tokens.get(open - 1).isName()
                && tokens.get(open - 2).endsType();
        if (hasBody && named && !tokens.get(open - 2).is("record")) {
            String name = tokens.get(open - 1).text();
            scopes.peek().put(name, new Name(name, Completion.Kind.METHOD, typeBefore(open - 1)));
        }
    }

    /// Parameters of a lambda are names until the parenthesis around it closes.
    private void lambda(int arrow) {
        int i = arrow - 1;
        if (i >= 0 && tokens.get(i).is(")")) {
            scopes.peek().putAll(pending);
            for (i--; i > 0 && !tokens.get(i).is("("); i--) {
                if (tokens.get(i).isName() && !tokens.get(i - 1).endsType()) {
                    variable(tokens.get(i).text(), "");
                }
            }
        } else if (i >= 0 && tokens.get(i).isName()) {
            variable(tokens.get(i).text(), "");
        }
    }

    private void declaration(int i) {
        Token token = tokens.get(i);
        if (!token.isName() || i == 0 || i + 1 >= tokens.size()) {
            return;
        }
        String before = tokens.get(i - 1).text();
        if (List.of("class", "interface", "enum", "record").contains(before)) {
            scopes.peek().put(token.text(), new Name(token.text(), Completion.Kind.CLASS, before));
        } else if (tokens.get(i - 1).endsType() && endsName(tokens.get(i + 1))) {
            variable(token.text(), typeBefore(i));
        } else if (before.equals(",")
                && (tokens.get(i + 1).is("=") || tokens.get(i + 1).is(";"))) {
            variable(token.text(), "");
        }
    }

    private static boolean endsName(Token token) {
        return List.of("=", ";", ":", ",", ")", "&&", "->").contains(token.text());
    }

    private void variable(String name, String type) {
        scopes.peek().put(name, new Name(name, Completion.Kind.VARIABLE, type));
    }

    /// The words of the type that ends before a name.
    private String typeBefore(int name) {
        int start = name - 1;
        int depth = 0;
        while (start >= 0) {
            Token token = tokens.get(start);
            depth += token.is(">") || token.is("]") ? 1 : token.is("<") || token.is("[") ? -1 : 0;
            boolean partOfName =
                    token.is(".") || (start > 0 && tokens.get(start - 1).is("."));
            boolean opens = token.is("<") || token.is("[") || token.is("]") || token.is("...");
            if (depth == 0 && !partOfName && !opens && !token.is(">")) {
                break;
            }
            start--;
        }
        StringBuilder type = new StringBuilder();
        for (Token token : tokens.subList(Math.max(0, start), name)) {
            type.append(token.text()).append(token.is(",") ? " " : "");
        }
        return type.toString();
    }
}
