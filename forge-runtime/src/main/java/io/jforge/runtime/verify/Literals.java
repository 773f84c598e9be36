package io.jforge.runtime.verify;

/// Takes string and character literals out of a line of C, so that no rule is applied to what they say.
///
/// By hand, since a regular expression for this recurses once for each character.
final class Literals {
    private Literals() {}

    /// The line with this in place of every literal that one of the quotes opens; one that does not end stays.
    static String replaced(String line, String quotes, String with) {
        var out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            int end = quotes.indexOf(c) < 0 ? -1 : end(line, i);
            if (end < 0) {
                out.append(c);
            } else {
                out.append(with);
                i = end;
            }
        }
        return out.toString();
    }

    /// Where the literal that opens here ends; -1 if it does not.
    private static int end(String line, int from) {
        for (int i = from + 1; i < line.length(); i++) {
            if (line.charAt(i) == line.charAt(from)) return i;
            if (line.charAt(i) == '\\') i++;
        }
        return -1;
    }
}
