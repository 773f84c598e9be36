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
    /// A magic, or a name of Java with its qualifiers.
    private static final String ASKED =
            "%{1,2}[A-Za-z][\\w-]*|[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*(?:\\(\\))?";

    private static final Pattern MAGIC_LINE = Pattern.compile("\\s*%[A-Za-z].*");
    private static final Pattern CELL_MAGIC_LINE = Pattern.compile("\\s*%%[A-Za-z].*");

    /// `name?` or `?name`; with a blank before the sign it may be half an expression that has two outcomes.
    private static final Pattern QUESTION = Pattern.compile(
            "\\s*(?:\\?{1,2}\\s*(?<behind>NAME)|(?<before>NAME)\\?{1,2})\\s*".replace("NAME", CellSplitter.ASKED));

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
        List<String> texts = List.of(cell.split("\n", -1));
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            boolean magic = isMagic(text, scan) || isQuestion(texts.subList(i, texts.size()), scan);
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
        if (body.isBlank() && QUESTION.matcher(first).matches()) return question(first, 0);
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
                parts.add(question(line.text(), linesPassed).orElseGet(() -> use(MagicLine.of(line.text()))));
            } else {
                java.add(line.text());
            }
            linesPassed++;
        }
        endJava();
        return parts;
    }

    private CellPart use(MagicLine line) {
        return new CellPart.MagicUse(line.name(), line.arguments(), Optional.empty(), linesPassed);
    }

    /// What asks for the meaning of a name or a magic, as a use of the magic that tells it.
    private static Optional<CellPart> question(String line, int at) {
        var question = QUESTION.matcher(line);
        if (!question.matches()) return Optional.empty();
        String name = question.group(question.group("before") == null ? "behind" : "before");
        return Optional.of(
                name.startsWith("%")
                        ? new CellPart.MagicUse("help", name, Optional.empty(), at)
                        : new CellPart.MagicUse("inspect", name, Optional.empty(), at));
    }

    private void endJava() {
        String code = String.join("\n", java);
        if (!code.isBlank()) {
            parts.add(new CellPart.Java("\n".repeat(linesPassed - java.size()) + code));
        }
        java.clear();
    }

    /// With Java below it, `name?` is a condition whose outcomes follow.
    private static boolean isQuestion(List<String> lines, JavaScan before) {
        if (!before.canBeginStatement() || !isQuestion(lines.getFirst())) return false;
        return lines.getFirst().strip().startsWith("?")
                || lines.stream()
                        .skip(1)
                        .filter(line -> !line.isBlank())
                        .findFirst()
                        .filter(next -> !MAGIC_LINE.matcher(next).matches() && !isQuestion(next))
                        .isEmpty();
    }

    private static boolean isQuestion(String line) {
        return QUESTION.matcher(line).matches();
    }

    private static boolean isMagic(String line, JavaScan before) {
        return (before.canBeginStatement() && MAGIC_LINE.matcher(line).matches())
                || (before.isOutsideBrackets() && CANNOT_BE_JAVA.matcher(line).matches());
    }
}
