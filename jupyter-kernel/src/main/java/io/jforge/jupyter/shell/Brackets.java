package io.jforge.jupyter.shell;

import java.util.ArrayDeque;
import java.util.Deque;

/// Follows brackets, strings and comments through Java text without parsing it.
final class Brackets {
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    enum Verdict {
        BALANCED,
        OPEN,
        BROKEN
    }

    private final Deque<Character> open = new ArrayDeque<>();
    private String text = "";
    private int at;
    private boolean listsSeveral;

    /// Whether a comma stood outside all brackets in what was scanned.
    boolean listsSeveral() {
        return listsSeveral;
    }

    Verdict scan(String code) {
        text = code;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (startsWith("//")) {
                skipPast("\n", at + 2);
            } else if (startsWith("/*")) {
                if (!skipPast("*/", at + 2)) {
                    return Verdict.OPEN;
                }
            } else if (startsWith("\"\"\"")) {
                if (!skipPast("\"\"\"", at + 3)) {
                    return Verdict.OPEN;
                }
            } else if (c == '"' || c == '\'') {
                if (!skipLiteral(c)) {
                    return Verdict.BROKEN;
                }
            } else if (!note(c)) {
                return Verdict.BROKEN;
            }
        }
        return open.isEmpty() ? Verdict.BALANCED : Verdict.OPEN;
    }

    private boolean startsWith(String what) {
        return text.startsWith(what, at);
    }

    private boolean skipPast(String what, int from) {
        int found = text.indexOf(what, from);
        while (found > 0 && what.startsWith("\"") && text.charAt(found - 1) == '\\') {
            found = text.indexOf(what, found + 1);
        }
        at = found < 0 ? text.length() : found + what.length();
        return found >= 0;
    }

    private boolean skipLiteral(char quote) {
        for (at++; at < text.length() && text.charAt(at) != '\n'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == quote) {
                at++;
                return true;
            }
        }
        return false;
    }

    private boolean note(char c) {
        at++;
        listsSeveral |= c == ',' && open.isEmpty();
        if (OPENING.indexOf(c) >= 0) {
            open.push(c);
        }
        int closes = CLOSING.indexOf(c);
        return closes < 0 || (!open.isEmpty() && open.pop() == OPENING.charAt(closes));
    }
}
