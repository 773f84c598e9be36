package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.JavaScan;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Cuts a stream of lines into cells, each as soon as it is whole; declarations in a row, which may name
/// one another, are one cell.
final class Script {
    /// A line that carries the expression above it on.
    private static final Pattern GOES_ON = Pattern.compile(
            "\\s*(\\.(?!\\d)|[?:&|*^=<>!]|%(?![A-Za-z%])|\\+(?!\\+)|-(?!-)|/(?![/*])|(instanceof|throws)\\b).*");

    private static final Pattern GOES_ON_AFTER_ITS_END = Pattern.compile("\\s*(else|catch|finally)\\b.*");
    private static final Pattern SAYS_NOTHING = Pattern.compile("\\s*(//.*)?");
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private static final Pattern DECLARATION = Pattern.compile(
            "\\s*(@\\w+(\\([^)]*\\))?\\s+)*"
                    + "((public|private|protected|static|final|abstract|sealed|non-sealed|synchronized)\\s+)*"
                    + "((class|interface|enum|record|@interface)\\s+\\w+"
                    + "|(?!(new|return|else|throw|assert)\\b)(<[^>]*>\\s*)?[\\w.]+(<[^;(]*>)?[\\[\\]\\s]+\\w+\\s*\\([^)]*\\)[^;]*\\{)"
                    + ".*",
            Pattern.DOTALL);

    private final BufferedReader lines;
    private final CellQuestions questions;
    private String ahead;
    private Piece after;
    private int taken;

    /// @param line where it begins, from 0
    /// @param end the line behind it
    private record Piece(int line, String text, int end) {
        boolean isDeclaration() {
            return DECLARATION.matcher(text).matches();
        }

        Piece and(Piece next) {
            return new Piece(line, text + "\n".repeat(next.line - end + 1) + next.text, next.end);
        }
    }

    Script(BufferedReader lines, CellQuestions questions) {
        this.lines = lines;
        this.questions = questions;
    }

    /// The next cell, with an empty line in place of each line before it, so that line numbers are the script's.
    Optional<String> next() throws IOException {
        var cell = after == null ? piece() : after;
        after = null;
        if (cell == null) return Optional.empty();
        while (cell.isDeclaration() && after == null && isNextThere()) {
            var next = piece();
            if (next == null) break;
            if (next.isDeclaration()) cell = cell.and(next);
            else after = next;
        }
        return Optional.of("\n".repeat(cell.line()) + cell.text());
    }

    private Piece piece() throws IOException {
        var line = nextThatSays();
        if (line == null) return null;
        int start = taken - 1;
        var text = new StringBuilder(line);
        var brackets = new JavaScan();
        brackets.read(line);
        while (!isWhole(text, brackets)) {
            line = take();
            if (line == null) break;
            text.append('\n').append(line);
            brackets.read(line);
        }
        return new Piece(start, text.toString(), taken);
    }

    private String nextThatSays() throws IOException {
        var line = take();
        while (line != null && SAYS_NOTHING.matcher(line).matches()) line = take();
        return line;
    }

    /// Asks the compiler only where the brackets allow it: it reads all of the cell each time.
    private boolean isWhole(StringBuilder text, JavaScan brackets) throws IOException {
        return brackets.isOutsideBrackets()
                && Typed.nextLine(text.toString(), questions).isEmpty()
                && !goesOn(brackets.canBeginStatement() ? GOES_ON_AFTER_ITS_END : GOES_ON);
    }

    /// Looks at the next line, unless it would have to be waited for.
    private boolean goesOn(Pattern how) throws IOException {
        return isNextThere() && how.matcher(ahead).matches();
    }

    private boolean isNextThere() throws IOException {
        if (ahead == null && lines.ready()) ahead = lines.readLine();
        return ahead != null;
    }

    private String take() throws IOException {
        var line = ahead == null ? lines.readLine() : ahead;
        ahead = null;
        if (line == null) return null;
        taken++;
        return taken == 1 ? withoutMarks(line) : line;
    }

    /// The first line may say how the file is encoded, or which program runs it.
    private static String withoutMarks(String first) {
        var line = first.startsWith(BYTE_ORDER_MARK) ? first.substring(1) : first;
        return line.startsWith("#!") ? "" : line;
    }
}
