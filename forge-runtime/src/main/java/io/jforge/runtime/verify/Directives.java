package io.jforge.runtime.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The preprocessor directives of a C text, as the preprocessor would find them: lines spliced, comments gone.
final class Directives {
    private static final Set<String> ALLOWED =
            Set.of("include", "define", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif", "pragma", "error");
    private static final Pattern DIRECTIVE = Pattern.compile("\\s*(?:#|%:)\\s*([A-Za-z_]\\w*|\\d*)(.*)");
    /// Where compilers would read a text in ways of their own: line ends of another kind, strings over lines, header
    /// names that look like the beginning of a comment.
    private static final Pattern ODD = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]|R\"|\\b__has_(include|embed)\\w*");

    /// Rules look ahead over a whole line, which takes time with the square of its length.
    private static final int LONGEST = 10_000;

    private static final Pattern SPLICE = Pattern.compile("\\\\[ \\t]*\\n");
    private static final Pattern HEADER = Pattern.compile("\\s*[<\"]([\\w./-]+)[>\"]\\s*");

    private Directives() {}

    /// What in it is not allowed: a header off the list, or a directive that could hide where text came from.
    static Optional<String> broken(String source, Set<String> headers) {
        var text = spliced(source);
        var odd = ODD.matcher(text);
        if (odd.find())
            return Optional.of("line %d: %s is not allowed".formatted(lineOf(text, odd.start()), name(odd.group())));
        int number = 0;
        for (var line : withoutComments(text)) {
            number++;
            if (line.length() > LONGEST)
                return Optional.of("line %d: it is longer than %d characters".formatted(number, LONGEST));
            var directive = DIRECTIVE.matcher(line);
            if (!directive.matches()) continue;
            var name = directive.group(1);
            if (!name.isEmpty() && !ALLOWED.contains(name))
                return Optional.of("line %d: the directive #%s is not allowed".formatted(number, name));
            if (name.equals("include")) {
                var header = HEADER.matcher(directive.group(2));
                if (!header.matches() || !headers.contains(header.group(1)))
                    return Optional.of("line %d: #include%s is not on the list (%s)"
                            .formatted(
                                    number,
                                    directive.group(2),
                                    String.join(" ", headers.stream().sorted().toList())));
            }
        }
        return Optional.empty();
    }

    private static String name(String odd) {
        return odd.equals("R\"")
                ? "a raw string"
                : odd.length() > 1 ? odd : "the character %#x".formatted((int) odd.charAt(0));
    }

    private static long lineOf(String text, int offset) {
        return 1 + text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    /// The text with lines that go on put together; empty lines after them keep the count.
    private static String spliced(String source) {
        var text = source.replace("\r\n", "\n");
        var out = new StringBuilder();
        var splice = SPLICE.matcher(text);
        int from = 0;
        int owed = 0;
        while (splice.find(from)) {
            owed = append(out, text.substring(from, splice.start()), owed) + 1;
            from = splice.end();
        }
        append(out, text.substring(from) + "\n", owed);
        return out.substring(0, out.length() - 1);
    }

    /// Appends a part and, after its first line, the empty lines owed so far; what is owed after it.
    private static int append(StringBuilder out, String part, int owed) {
        int end = part.indexOf('\n');
        if (end < 0) {
            out.append(part);
            return owed;
        }
        out.append(part, 0, end).append("\n".repeat(owed)).append(part, end, part.length());
        return 0;
    }

    /// The lines of a source as the preprocessor reads them: spliced, and without comments.
    static List<String> lines(String source) {
        return withoutComments(spliced(source));
    }

    /// The lines of the text with every comment replaced by a space; quotes are respected.
    static List<String> withoutComments(String text) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (c == '\n') {
                lines.add(line.toString());
                line.setLength(0);
                quote = 0;
            } else if (quote != 0) {
                line.append(c);
                if (c == '\\' && next != '\n') line.append(next);
                if (c == '\\' && next != '\n') i++;
                else if (c == quote) quote = 0;
            } else if (c == '/' && next == '/') {
                while (i + 1 < text.length() && text.charAt(i + 1) != '\n') i++;
            } else if (c == '/' && next == '*') {
                int end = text.indexOf("*/", i + 2);
                int stop = end < 0 ? text.length() : end + 1;
                line.append(' ');
                for (int k = i; k < stop; k++)
                    if (text.charAt(k) == '\n') {
                        // the directive goes on after the comment: keep the line, count the lines it spans
                        lines.add("");
                    }
                i = stop;
            } else {
                if (c == '"' || c == '\'') quote = c;
                line.append(c);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
