package io.jforge.jupyter.shell;

import java.util.Map;
import java.util.Set;

/// A documentation comment as text for a terminal.
final class DocText extends DocWriter {
    private static final int WIDTH = 88;
    private static final Set<String> PARAGRAPHS =
            Set.of("p", "ul", "ol", "dl", "blockquote", "table", "h1", "h2", "h3", "h4", "h5", "h6");
    private static final Set<String> LINES = Set.of("br", "tr", "dt", "caption");
    private static final Map<String, String> ENTITIES = Map.of(
            "lt", "<", "gt", ">", "amp", "&", "quot", "\"", "nbsp", " ", "hellip", "...", "mdash", "-", "ndash", "-",
            "le", "<=", "ge", ">=");

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private String indent = "";
    private String nextIndent = "";
    private boolean asItIs;

    @Override
    void words(String words) {
        line.append(words);
    }

    @Override
    void code(String code) {
        words(code);
    }

    @Override
    void preformatted(String block) {
        blankLine();
        asItIs = true;
        words(block);
        close("pre");
    }

    @Override
    void open(String element) {
        if (element.equals("pre")) {
            blankLine();
            asItIs = true;
        } else if (element.equals("li") || element.equals("dd")) {
            endLine();
            indent = element.equals("li") ? "  * " : "    ";
            nextIndent = "    ";
        } else if (element.equals("td") || element.equals("th")) {
            line.append("  ");
        } else {
            separate(element);
        }
    }

    private void separate(String element) {
        if (PARAGRAPHS.contains(element)) {
            blankLine();
        } else if (LINES.contains(element)) {
            endLine();
        }
    }

    @Override
    void close(String element) {
        if (element.equals("pre")) {
            endLine();
            asItIs = false;
            blankLine();
        } else if (!element.equals("p")) {
            separate(element);
        }
    }

    @Override
    void entity(String name) {
        if (name.matches("#\\d+")) {
            line.appendCodePoint(Integer.parseInt(name.substring(1)));
        } else {
            line.append(ENTITIES.getOrDefault(name, "&" + name + ";"));
        }
    }

    @Override
    void section(String title) {
        blankLine();
        text.append(title).append('\n');
    }

    @Override
    void item(String about) {
        endLine();
        indent = "    ";
        nextIndent = "        ";
        line.append(about).append("  ");
    }

    private void blankLine() {
        endLine();
        if (!text.isEmpty() && !text.toString().endsWith("\n\n")) {
            text.append('\n');
        }
        indent = "";
        nextIndent = "";
    }

    private void endLine() {
        if (asItIs) {
            String block =
                    line.toString().stripIndent().replaceFirst("\\A\\s*\n", "").stripTrailing();
            text.append(block.indent(4));
        } else if (!line.toString().isBlank()) {
            wrap(line.toString().strip().replaceAll("\\s+", " "));
        }
        line.setLength(0);
    }

    private void wrap(String words) {
        StringBuilder row = new StringBuilder(indent);
        for (String word : words.split(" ")) {
            if (row.length() + word.length() > WIDTH && !row.toString().isBlank()) {
                text.append(row.toString().stripTrailing()).append('\n');
                row.setLength(0);
                row.append(nextIndent);
            }
            row.append(word).append(' ');
        }
        text.append(row.toString().stripTrailing()).append('\n');
    }

    @Override
    String written() {
        endLine();
        return text.toString().strip();
    }
}
