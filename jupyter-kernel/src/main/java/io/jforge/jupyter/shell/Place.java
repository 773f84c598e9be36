package io.jforge.jupyter.shell;

import java.util.List;
import java.util.function.Predicate;

/// Where a cursor stands: the word before it, and what is around that.
///
/// @param typed the part of a word right before the cursor, perhaps empty
/// @param previous what stands before that word
record Place(String before, String typed, Token previous, List<Token> tokens, Surroundings around) {
    private static final Token NOTHING = new Token(Token.Kind.SIGN, "", 0, true);

    /// @param tokens of the text before the cursor
    /// @param isType whether a type of that full name exists
    static Place of(String before, List<Token> tokens, Predicate<String> isType) {
        List<Token> words = tokens.stream()
                .filter(token -> token.kind() != Token.Kind.COMMENT)
                .toList();
        boolean inWord = !words.isEmpty()
                && words.getLast().kind() == Token.Kind.WORD
                && words.getLast().end() == before.length();
        int past = words.size() - (inWord ? 1 : 0);
        return new Place(
                before,
                inWord ? words.getLast().text() : "",
                past == 0 ? NOTHING : words.get(past - 1),
                words.subList(0, past),
                Surroundings.of(before, isType));
    }

    int start() {
        return before.length() - typed.length();
    }

    boolean isInImport() {
        return around.last().kind() == Statements.Kind.IMPORT;
    }

    /// Whether the word is a member of what stands before it.
    boolean isMember() {
        return previous.is(".") || previous.is("::");
    }

    /// Whether the word is the new name of a declaration, or joins what stands before it to something.
    boolean followsName() {
        return previous.kind() == Token.Kind.WORD && previous.endsType();
    }

    /// Whether the name is that of the variable whose first value is being written.
    boolean isBeingDeclared(String name) {
        return previous.is("=")
                && tokens.size() > 1
                && tokens.get(tokens.size() - 2).is(name);
    }

    /// The type whose values would fit, where it is plain to see: that of a variable being declared.
    String declaredType() {
        int at = tokens.size() - 1;
        boolean declares = at >= 2
                && tokens.get(at).is("=")
                && tokens.get(at - 1).isName()
                && tokens.get(at - 2).isName();
        return declares ? tokens.get(at - 2).text() : "";
    }

    /// What the switch is over whose case is being written.
    String switchedOver() {
        int at = tokens.size() - 1;
        while (at > 0 && (tokens.get(at).isName() || tokens.get(at).is(","))) {
            at--;
        }
        if (at < 0 || !tokens.get(at).is("case")) {
            return "";
        }
        int depth = 0;
        for (; at > 0 && depth < 1; at--) {
            depth += tokens.get(at).is("{") ? 1 : tokens.get(at).is("}") ? -1 : 0;
        }
        return depth == 1 && tokens.get(at).is(")") ? insideParentheses(at) : "";
    }

    private String insideParentheses(int close) {
        int depth = 1;
        int at = close;
        while (at > 0 && depth > 0) {
            at--;
            depth += tokens.get(at).is(")") ? 1 : tokens.get(at).is("(") ? -1 : 0;
        }
        boolean ofSwitch = at > 0 && tokens.get(at - 1).is("switch");
        return ofSwitch
                ? before.substring(tokens.get(at).end(), tokens.get(close).start())
                : "";
    }
}
