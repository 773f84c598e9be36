package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.MagicException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Earlier cells by their numbers: `3`, `1-5`, and `~1/3-5` for those of the session before this one.
final class Ranges {
    private static final Pattern RANGE =
            Pattern.compile("(?:~(?<ago>\\d{1,6})/)?(?<from>\\d{1,6})(?:-(?<to>\\d{1,6}))?");

    private Ranges() {}

    static boolean isRange(String word) {
        return RANGE.matcher(word).matches();
    }

    /// @throws MagicException if the word is no range, or there is no such cell
    static List<History.Entry> cells(String magic, History history, String word) {
        Matcher range = RANGE.matcher(word);
        if (!range.matches()) {
            throw new MagicException("%%%s: '%s' is no range of cells; write 3, 1-5 or ~1/3-5".formatted(magic, word));
        }
        int session = range.group("ago") == null ? 0 : -Integer.parseInt(range.group("ago"));
        int from = Integer.parseInt(range.group("from"));
        int to = range.group("to") == null ? from : Integer.parseInt(range.group("to"));
        var cells = history.range(session, from, to + 1);
        if (cells.isEmpty()) throw new MagicException("%%%s: there is no cell %s".formatted(magic, word));
        return cells;
    }
}
