package io.jforge.jupyter.shell;

import java.util.List;

/// What could stand in place of a piece of text; offsets count UTF-16 units.
public record Completion(int start, int end, List<Candidate> candidates) {
    public Completion {
        if (start < 0 || start > end) {
            throw new IllegalArgumentException("a completion cannot reach from %d to %d".formatted(start, end));
        }
        candidates = List.copyOf(candidates);
    }

    /// What a candidate is.
    public enum Kind {
        CLASS,
        METHOD,
        FIELD,
        VARIABLE,
        KEYWORD,
        PACKAGE,
        PATH,
        MAGIC
    }

    /// One text that could stand there.
    ///
    /// @param signature a method's parameters, a variable's type; empty where that is not known
    public record Candidate(String text, Kind kind, String signature) {

        /// The text without the parentheses of a call.
        String name() {
            int parenthesis = text.indexOf('(');
            return parenthesis < 0 ? text : text.substring(0, parenthesis);
        }
    }

    /// Words of one kind, of which no more is known.
    public static Completion of(int start, int end, Kind kind, List<String> words) {
        return new Completion(
                start,
                end,
                words.stream().map(word -> new Candidate(word, kind, "")).toList());
    }

    /// Nothing to offer at this place.
    public static Completion none(int cursor) {
        return new Completion(cursor, cursor, List.of());
    }

    /// The texts alone, the likeliest first.
    public List<String> matches() {
        return candidates.stream().map(Candidate::text).toList();
    }
}
