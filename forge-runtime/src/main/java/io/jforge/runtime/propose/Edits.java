package io.jforge.runtime.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Search/replace blocks of an answer, in order.
///
/// @param broken why they cannot be read, if they cannot
/// @param rest the answer's other lines
record Edits(List<Edit> all, Optional<String> broken, List<String> rest) {
    private static final Pattern SEARCH = Pattern.compile("\\s*<{5,9}\\s*(?i:search)\\s*");
    private static final Pattern DIVIDER = Pattern.compile("\\s*={5,9}\\s*");
    private static final Pattern REPLACE = Pattern.compile("\\s*>{5,9}\\s*(?i:replace)\\s*");
    private static final int SHOWN = 80;

    /// One block.
    record Edit(List<String> search, List<String> replacement) {}

    /// What came of applying them.
    sealed interface Applied {
        record Text(String text) implements Applied {}

        record Not(String why) implements Applied {}
    }

    static Edits in(List<String> lines) {
        var edits = new ArrayList<Edit>();
        var rest = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            if (!SEARCH.matcher(lines.get(i)).matches()) {
                rest.add(lines.get(i));
                continue;
            }
            int divider = next(lines, i + 1, DIVIDER);
            int end = next(lines, Math.min(divider + 1, lines.size()), REPLACE);
            if (end == lines.size()) return new Edits(edits, Optional.of(unfinished(edits.size() + 1)), rest);
            edits.add(
                    new Edit(List.copyOf(lines.subList(i + 1, divider)), List.copyOf(lines.subList(divider + 1, end))));
            i = end;
        }
        return new Edits(edits, Optional.empty(), rest);
    }

    private static int next(List<String> lines, int from, Pattern mark) {
        int at = from;
        while (at < lines.size() && !mark.matcher(lines.get(at)).matches()) at++;
        return at;
    }

    private static String unfinished(int number) {
        return "edit %d lacks its '=======' or its '>>>>>>> REPLACE': each is SEARCH, old lines, =======, new lines, REPLACE"
                .formatted(number);
    }

    boolean isEmpty() {
        return all.isEmpty() && broken.isEmpty();
    }

    /// The text with every block's lines replaced, one block after another.
    Applied applied(String text) {
        var now = List.copyOf(text.lines().toList());
        for (int i = 0; i < all.size(); i++) {
            var edit = all.get(i);
            var search = withoutBlankEnds(edit.search());
            if (search.isEmpty()) return new Applied.Not("edit %d searches for nothing: %s".formatted(i + 1, wanted()));
            var places = places(now, search, false);
            if (places.isEmpty()) places = places(now, search, true);
            if (places.size() != 1) return new Applied.Not(misplaced(i + 1, search, places.size()));
            now = replaced(now, places.getFirst(), search.size(), edit.replacement());
        }
        return new Applied.Text(String.join("\n", now) + "\n");
    }

    private static String wanted() {
        return "its search must be lines of the source as they stand there, enough to occur once";
    }

    private static String misplaced(int number, List<String> search, int places) {
        var line = Words.cut(search.getFirst().strip(), SHOWN);
        return places == 0
                ? "edit %d does not apply: what it searches, from '%s' on, is not in the source; %s"
                        .formatted(number, line, wanted())
                : "edit %d does not apply: what it searches, from '%s' on, is there %d times; %s"
                        .formatted(number, line, places, wanted());
    }

    private static List<String> withoutBlankEnds(List<String> lines) {
        int from = 0;
        int to = lines.size();
        while (from < to && lines.get(from).isBlank()) from++;
        while (from < to && lines.get(to - 1).isBlank()) to--;
        return lines.subList(from, to);
    }

    /// The lines where these begin.
    ///
    /// @param loosely whether white space at a line's ends does not count
    private static List<Integer> places(List<String> text, List<String> search, boolean loosely) {
        var places = new ArrayList<Integer>();
        for (int at = 0; at + search.size() <= text.size(); at++) {
            int same = 0;
            while (same < search.size() && isSame(text.get(at + same), search.get(same), loosely)) same++;
            if (same == search.size()) places.add(at);
        }
        return places;
    }

    private static boolean isSame(String line, String other, boolean loosely) {
        return loosely ? line.strip().equals(other.strip()) : line.equals(other);
    }

    private static List<String> replaced(List<String> text, int from, int count, List<String> with) {
        var lines = new ArrayList<>(text.subList(0, from));
        lines.addAll(with);
        lines.addAll(text.subList(from + count, text.size()));
        return lines;
    }
}
