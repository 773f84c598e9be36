package io.jforge.jupyter.shell;

import java.util.List;
import java.util.stream.Collectors;

/// What is known of the name at a place in a cell: an entry for each thing it can mean, such as every overload.
public record Inspection(List<Entry> entries) {
    public Inspection {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("an inspection needs at least one entry");
        }
        entries = List.copyOf(entries);
    }

    /// @param signature the declaration, in a line
    /// @param text what is said of it, to be read in a terminal; empty where nothing is known
    /// @param html the same as HTML
    public record Entry(String signature, String text, String html) {

        private String asText() {
            return text.isEmpty() ? signature : signature + "\n\n" + text.replaceAll("(?m)^(?=.)", "    ");
        }

        private String asHtml() {
            return "<p><code>%s</code></p>\n%s".formatted(Markup.escaped(signature), html);
        }
    }

    /// A help text whose first line says how something is used.
    public static Inspection ofHelp(String help) {
        String first = help.lines().findFirst().orElse("");
        String rest = help.substring(first.length()).strip();
        String html = rest.isEmpty() ? "" : "<pre>%s</pre>".formatted(Markup.escaped(rest));
        return new Inspection(List.of(new Entry(first, rest, html)));
    }

    /// The signatures alone, as a hint beside a prompt shows them.
    public List<String> signatures() {
        return entries.stream().map(Entry::signature).toList();
    }

    /// All of it, to be read in a terminal.
    public String text() {
        return entries.stream().map(Entry::asText).collect(Collectors.joining("\n\n"));
    }

    /// All of it, for a page.
    public String html() {
        return entries.stream().map(Entry::asHtml).collect(Collectors.joining("\n<hr>\n"));
    }
}
