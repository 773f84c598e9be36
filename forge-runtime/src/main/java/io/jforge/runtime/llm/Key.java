package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;

/// A provider's key, which nothing shows: its text goes to the provider alone.
final class Key {
    /// For a model that is asked without one.
    static final Key NONE = new Key("", "none");

    private static final String HIDDEN = "(hidden)";

    private final String text;
    private final String from;

    private Key(String text, String from) {
        this.text = text;
        this.from = from;
    }

    /// @param from where it was found, in words
    /// @throws SpecException if it cannot be one; without saying what it is
    static Key of(String text, String from) {
        var key = text.strip();
        if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f))
            throw new SpecException("what is in %s is no key: it has blanks or signs that no key has".formatted(from));
        return new Key(key, from);
    }

    boolean isThere() {
        return !text.isEmpty();
    }

    /// Where it was found, in words.
    String from() {
        return from;
    }

    /// For the request to its provider, and nothing else.
    String text() {
        return text;
    }

    /// The words without the key, wherever somebody put it into them.
    String hide(String words) {
        return isThere() ? words.replace(text, HIDDEN) : words;
    }

    /// How many signs at the end of `words` may be the beginning of the key.
    int begunIn(String words) {
        for (int n = Math.min(text.length() - 1, words.length()); n > 0; n--)
            if (words.endsWith(text.substring(0, n))) return n;
        return 0;
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
