package io.jforge.runtime.spec;

/// One lexical piece of an expression or a header; `start` and `end` are offsets into the text it came from.
record Token(Kind kind, String text, int start, int end, Place place) {
    enum Kind {
        INT,
        DECIMAL,
        NAME,
        SYMBOL,
        END
    }

    boolean is(String expected) {
        return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(expected);
    }

    boolean isName() {
        return kind == Kind.NAME;
    }

    /// How the token is spoken of in a message.
    String shown() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
