package io.jforge.jupyter.shell;

import java.util.List;

/// What could stand in place of a piece of text; offsets count UTF-16 units.
public record Completion(int start, int end, List<String> matches) {
    public Completion {
        if (start < 0 || start > end) {
            throw new IllegalArgumentException("a completion cannot reach from %d to %d".formatted(start, end));
        }
        matches = List.copyOf(matches);
    }

    /// Nothing to offer at this place.
    public static Completion none(int cursor) {
        return new Completion(cursor, cursor, List.of());
    }
}
