package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.JavaScan;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Cuts a stream of lines into cells, each as soon as it is whole.
final class Script {
    /// A line that carries the expression or statement above it on.
    private static final Pattern GOES_ON = Pattern.compile(
            "\\s*(\\.(?!\\d)|[?:&|*^=<>!]|\\+(?!\\+)|-(?!-)|/(?![/*])|(instanceof|else|catch|finally|throws)\\b).*");

    private static final Pattern SAYS_NOTHING = Pattern.compile("\\s*(//.*)?");
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final BufferedReader lines;
    private final CellQuestions questions;
    private String ahead;
    private int taken;

    Script(BufferedReader lines, CellQuestions questions) {
        this.lines = lines;
        this.questions = questions;
    }

    /// The next cell, with an empty line in place of each line before it, so that line numbers are the script's.
    Optional<String> next() throws IOException {
        var line = nextThatSays();
        if (line == null) return Optional.empty();
        int before = taken - 1;
        var cell = new StringBuilder(line);
        var brackets = new JavaScan();
        brackets.read(line);
        while (!isWhole(cell, brackets)) {
            line = take();
            if (line == null) break;
            cell.append('\n').append(line);
            brackets.read(line);
        }
        return Optional.of("\n".repeat(before) + cell);
    }

    private String nextThatSays() throws IOException {
        var line = take();
        while (line != null && SAYS_NOTHING.matcher(line).matches()) line = take();
        return line;
    }

    /// Asks the compiler only where the brackets allow it: it reads all of the cell each time.
    private boolean isWhole(StringBuilder cell, JavaScan brackets) throws IOException {
        if (!brackets.isOutsideBrackets()) return false;
        return Typed.nextLine(cell.toString(), questions).isEmpty() && (brackets.canBeginStatement() || !goesOn());
    }

    /// Looks at the next line, unless it would have to be waited for.
    private boolean goesOn() throws IOException {
        if (ahead == null && lines.ready()) ahead = lines.readLine();
        return ahead != null && GOES_ON.matcher(ahead).matches();
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
