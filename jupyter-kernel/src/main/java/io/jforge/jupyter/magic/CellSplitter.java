package io.jforge.jupyter.magic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Cuts a cell into magics and Java.
///
/// A `%word` at the start of a line is a magic only where a Java statement can begin, so the remainder
/// operator of an expression over several lines, text blocks and comments stay as they are.
public final class CellSplitter {
    private static final Pattern MAGIC_LINE = Pattern.compile("\\s*%[A-Za-z].*");
    private static final Pattern CELL_MAGIC_LINE = Pattern.compile("\\s*%%[A-Za-z].*");

    /// Two words or an option after the sign: no remainder of anything reads so.
    private static final Pattern CANNOT_BE_JAVA =
            Pattern.compile("\\s*%[A-Za-z][\\w-]*\\s+(?!instanceof\\b)(--)?[A-Za-z_\"'].*");

    private final List<CellPart> parts = new ArrayList<>();
    private final List<String> java = new ArrayList<>();
    private int linesPassed;

    private CellSplitter() {}

    public static List<CellPart> split(String cell) {
        return cellMagic(cell).map(List::of).orElseGet(() -> new CellSplitter().parts(cell));
    }

    /// The cell with blanks in place of its magics, so that offsets into its Java hold.
    public static String withoutMagics(String cell) {
        return cellMagic(cell).isPresent()
                ? " ".repeat(cell.length())
                : lines(cell).stream().map(Line::javaOnly).collect(Collectors.joining("\n"));
    }

    /// Whether the line that starts at an offset is a magic; half a name, or none yet, is enough.
    public static boolean isMagicAt(String cell, int lineStart) {
        return cell.startsWith("%", lineStart)
                && lines(cell.substring(0, lineStart) + "%half").getLast().magic();
    }

    private record Line(String text, boolean magic) {
        String javaOnly() {
            return magic ? " ".repeat(text.length()) : text;
        }
    }

    private static List<Line> lines(String cell) {
        List<Line> lines = new ArrayList<>();
        JavaScan scan = new JavaScan();
        for (String text : cell.split("\n", -1)) {
            boolean magic = isMagic(text, scan);
            scan = magic ? new JavaScan() : scan;
            if (!magic) {
                scan.read(text);
            }
            lines.add(new Line(text, magic));
        }
        return lines;
    }

    private static Optional<CellPart> cellMagic(String cell) {
        String fromFirst = cell.stripLeading();
        String first = fromFirst.lines().findFirst().orElse("");
        if (!CELL_MAGIC_LINE.matcher(first).matches()) {
            return Optional.empty();
        }
        MagicLine line = MagicLine.of(first);
        String body = fromFirst.substring(first.length()).replaceFirst("\\A\\R", "");
        int above = (int) cell.substring(0, cell.length() - fromFirst.length())
                .chars()
                .filter(c -> c == '\n')
                .count();
        return Optional.of(new CellPart.MagicUse(line.name(), line.arguments(), Optional.of(body), above + 1));
    }

    private List<CellPart> parts(String cell) {
        for (Line line : lines(cell)) {
            if (line.magic()) {
                endJava();
                MagicLine magic = MagicLine.of(line.text());
                parts.add(use(magic));
            } else {
                java.add(line.text());
            }
            linesPassed++;
        }
        endJava();
        return parts;
    }

    /// `%name?` asks what the magic does.
    private CellPart use(MagicLine line) {
        return line.arguments().matches("\\?{1,2}")
                ? new CellPart.MagicUse("help", line.name(), Optional.empty(), linesPassed)
                : new CellPart.MagicUse(line.name(), line.arguments(), Optional.empty(), linesPassed);
    }

    private void endJava() {
        String code = String.join("\n", java);
        if (!code.isBlank()) {
            parts.add(new CellPart.Java("\n".repeat(linesPassed - java.size()) + code));
        }
        java.clear();
    }

    private static boolean isMagic(String line, JavaScan before) {
        return (before.canBeginStatement() && MAGIC_LINE.matcher(line).matches())
                || (before.isOutsideBrackets() && CANNOT_BE_JAVA.matcher(line).matches());
    }
}
