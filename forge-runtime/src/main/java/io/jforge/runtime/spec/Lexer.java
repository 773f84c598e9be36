package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Cuts expression and header text into tokens.
final class Lexer {
    private static final String TWICE = "|&";
    private static final String BEFORE_EQUALS = "=!<>";
    private static final String SINGLE = "<>+-*/%!()[],=";

    private final String text;
    private final boolean decimals;
    private final IntFunction<Place> places;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text, boolean decimals, IntFunction<Place> places) {
        this.text = text;
        this.decimals = decimals;
        this.places = places;
    }

    /// All tokens, the last one of kind END; `places` says where an offset stands.
    static List<Token> tokens(String text, boolean decimals, IntFunction<Place> places) {
        return new Lexer(text, decimals, places).all();
    }

    private List<Token> all() {
        while (true) {
            while (at < text.length() && isSpace(text.charAt(at))) at++;
            if (at == text.length()) break;
            tokens.add(token(text.charAt(at)));
        }
        tokens.add(new Token(Token.Kind.END, "", at, at, places.apply(at)));
        return List.copyOf(tokens);
    }

    private Token token(char c) {
        if (isDigit(c)) return number();
        int start = at;
        if (isLetter(c)) {
            while (isLetter(peek()) || isDigit(peek())) at++;
            return cut(Token.Kind.NAME, start);
        }
        at += symbolLength(c);
        return cut(Token.Kind.SYMBOL, start);
    }

    private int symbolLength(char c) {
        char next = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
        boolean pair = (BEFORE_EQUALS.indexOf(c) >= 0 && next == '=') || (TWICE.indexOf(c) >= 0 && next == c);
        if (pair) return 2;
        if (SINGLE.indexOf(c) >= 0) return 1;
        throw places.apply(at)
                .error(
                        switch (c) {
                            case '|', '&' -> "a single '%c' is not an operator: write '%c%c'".formatted(c, c, c);
                            case '?', ':' -> "there is no '?:': write if(condition, then, else)";
                            case '.' -> "only whole numbers are allowed here";
                            default -> "unexpected character " + shown(text.codePointAt(at));
                        });
    }

    private static String shown(int codePoint) {
        return Character.isISOControl(codePoint) || !Character.isDefined(codePoint)
                ? "U+%04X".formatted(codePoint)
                : "'" + Character.toString(codePoint) + "'";
    }

    private Token number() {
        int start = at;
        digits();
        boolean whole = true;
        if (decimals && peek() == '.') {
            at++;
            digits();
            whole = false;
        }
        if (decimals && (peek() == 'e' || peek() == 'E')) {
            at++;
            if (peek() == '-' || peek() == '+') at++;
            digits();
            whole = false;
        }
        if (isLetter(peek())) throw places.apply(at).error("a number runs into '%c'".formatted(peek()));
        return cut(whole ? Token.Kind.INT : Token.Kind.DECIMAL, start);
    }

    private void digits() {
        while (isDigit(peek())) at++;
    }

    private Token cut(Token.Kind kind, int start) {
        return new Token(kind, text.substring(start, at), start, at, places.apply(start));
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
