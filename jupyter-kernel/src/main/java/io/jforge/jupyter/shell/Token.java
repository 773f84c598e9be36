package io.jforge.jupyter.shell;

/// A word or sign of Java text.
///
/// @param finished whether a literal or comment has its end
record Token(Kind kind, String text, int start, boolean finished) {
    enum Kind {
        WORD,
        NUMBER,
        STRING,
        CHARACTER,
        COMMENT,
        SIGN
    }

    int end() {
        return start + text.length();
    }

    boolean is(String wanted) {
        return text.equals(wanted) && (kind == Kind.SIGN || kind == Kind.WORD);
    }

    boolean isName() {
        return kind == Kind.WORD && !Words.RESERVED.contains(text);
    }

    /// Whether a declaration's name may follow it: `int`, `Foo`, the end of `Foo<Bar>`, of `int[]`, of `int...`.
    boolean endsType() {
        return isName() || (kind == Kind.WORD && Words.PRIMITIVES.contains(text)) || is(">") || is("]") || is("...");
    }
}
