package io.jforge.jupyter.magic;

/// Reads Java line by line and knows whether a statement may begin on the next line.
public final class JavaScan {
    private boolean inComment;
    private boolean inTextBlock;
    private int depth;
    private char lastSign = ';';

    public boolean canBeginStatement() {
        return isOutsideBrackets() && (lastSign == ';' || lastSign == '}');
    }

    public boolean isOutsideBrackets() {
        return !inComment && !inTextBlock && depth <= 0;
    }

    public void read(String line) {
        int at = 0;
        while (at < line.length()) {
            if (inComment) {
                at = past(line, "*/", at);
                inComment = at < 0;
            } else if (inTextBlock) {
                at = endOfTextBlock(line, at);
                inTextBlock = at < 0;
            } else if (line.startsWith("//", at)) {
                return;
            } else {
                at = readCode(line, at);
            }
            if (at < 0) {
                return;
            }
        }
    }

    /// Reads one sign, literal or opening, and returns where the next begins.
    private int readCode(String line, int at) {
        if (line.startsWith("/*", at)) {
            inComment = true;
            return at + 2;
        }
        char c = line.charAt(at);
        if (!Character.isWhitespace(c)) {
            lastSign = c;
        }
        if (line.startsWith("\"\"\"", at)) {
            inTextBlock = true;
            return at + 3;
        }
        if (c == '"' || c == '\'') {
            return endOfLiteral(line, at);
        }
        depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        return at + 1;
    }

    private static int past(String line, String what, int from) {
        int found = line.indexOf(what, from);
        return found < 0 ? -1 : found + what.length();
    }

    private static int endOfTextBlock(String line, int from) {
        int found = line.indexOf("\"\"\"", from);
        while (found > 0 && line.charAt(found - 1) == '\\') {
            found = line.indexOf("\"\"\"", found + 1);
        }
        return found < 0 ? -1 : found + 3;
    }

    private static int endOfLiteral(String line, int from) {
        char quote = line.charAt(from);
        int at = from + 1;
        while (at < line.length() && line.charAt(at) != quote) {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
