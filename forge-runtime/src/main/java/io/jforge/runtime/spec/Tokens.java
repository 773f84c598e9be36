package io.jforge.runtime.spec;

import java.util.List;

/// A cursor over tokens, shared by the parsers of expressions and headers.
final class Tokens {
    private final String text;
    private final List<Token> tokens;
    private int at;

    Tokens(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekAfter() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        var token = tokens.get(at);
        if (at < tokens.size() - 1) at++;
        return token;
    }

    boolean accept(String expected) {
        boolean found = peek().is(expected);
        if (found) next();
        return found;
    }

    Token expect(String expected) {
        if (!peek().is(expected)) throw wanted("'" + expected + "'");
        return next();
    }

    /// A name; `what` says what it would name.
    Token name(String what) {
        if (!peek().isName()) throw wanted(what);
        return next();
    }

    long integer(String what) {
        if (peek().kind() != Token.Kind.INT) throw wanted(what);
        var token = next();
        try {
            return Long.parseLong(token.text());
        } catch (NumberFormatException e) {
            throw token.place().error(token.text() + " does not fit in 64 bits");
        }
    }

    SpecException wanted(String what) {
        return peek().place().error("expected %s, found %s".formatted(what, peek().shown()));
    }

    /// The text from a token up to the cursor, on one line.
    String textSince(Token first) {
        int end = at == 0 ? first.end() : tokens.get(at - 1).end();
        return text.substring(first.start(), Math.max(end, first.start()))
                .strip()
                .replaceAll("\\s+", " ");
    }
}
