package io.jforge.jupyter.display;

import java.util.List;
import java.util.stream.IntStream;

/// Which of many rows or columns are shown: all, or the first and the last.
///
/// @param first how many from the start
/// @param last how many before the end; 0 where none are left out
record Excerpt(int all, int first, int last) {
    /// All of them up to a number, else some of both ends.
    static Excerpt of(int all, int most, int first, int last) {
        return all <= most ? new Excerpt(all, all, 0) : new Excerpt(all, first, last);
    }

    boolean isCut() {
        return shown() < all;
    }

    int shown() {
        return first + last;
    }

    /// The numbers of those shown.
    List<Integer> indices() {
        return IntStream.concat(IntStream.range(0, first), IntStream.range(all - last, all))
                .boxed()
                .toList();
    }
}
