package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/// Cuts Java text into words and signs, whatever state it is in.
final class Tokens {
    private static final List<String> LONG_SIGNS = List.of("...", "->", "::", "==", "&&", "||");

    private final String text;
    private final List<Token> found = new ArrayList<>();
    private int at;

    private Tokens(String text) {
        this.text = text;
    }

    /// All of them; comments too.
    static List<Token> of(String text) {
        return new Tokens(text).all();
    }

    private List<Token> all() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (Character.isJavaIdentifierStart(c)) {
                wordOf(Kind.WORD);
            } else if (Character.isDigit(c)) {
                wordOf(Kind.NUMBER);
            } else if (text.startsWith("//", at)) {
                upTo("\n", 2, Kind.COMMENT);
            } else if (text.startsWith("/*", at)) {
                upTo("*/", 2, Kind.COMMENT);
            } else if (text.startsWith("\"\"\"", at)) {
                upTo("\"\"\"", 3, Kind.STRING);
            } else if (c == '"' || c == '\'') {
                literal(c);
            } else {
                sign();
            }
        }
        return found;
    }

    private void wordOf(Kind kind) {
        int end = at;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        add(kind, end, true);
    }

    private void upTo(String closing, int opening, Kind kind) {
        int end = text.indexOf(closing, at + opening);
        while (kind == Kind.STRING && end > 0 && text.charAt(end - 1) == '\\') {
            end = text.indexOf(closing, end + 1);
        }
        add(kind, end < 0 ? text.length() : end + closing.length(), end >= 0);
    }

    private void literal(char quote) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        boolean finished = end < text.length() && text.charAt(end) == quote;
        add(quote == '"' ? Kind.STRING : Kind.CHARACTER, Math.min(text.length(), finished ? end + 1 : end), finished);
    }

    private void sign() {
        int length = LONG_SIGNS.stream()
                .filter(sign -> text.startsWith(sign, at))
                .findFirst()
                .map(String::length)
                .orElse(1);
        add(Kind.SIGN, at + length, true);
    }

    private void add(Kind kind, int end, boolean finished) {
        found.add(new Token(kind, text.substring(at, end), at, finished));
        at = end;
    }
}
