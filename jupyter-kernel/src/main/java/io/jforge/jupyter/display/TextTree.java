package io.jforge.jupyter.display;

import java.util.List;
import java.util.stream.Collectors;

/// A value's text before it is known how much of it fits on a line.
sealed interface TextTree {
    /// How wide a line may get before its parts stand under each other.
    int WIDTH = 100;

    String INDENT = "  ";

    /// A text that is not taken apart.
    record Leaf(String text) implements TextTree {}

    /// Parts between brackets.
    record Branch(String open, List<Part> parts, String close) implements TextTree {
        public Branch {
            parts = List.copyOf(parts);
        }

        private String underEachOther(String indent) {
            var deeper = indent + INDENT;
            return parts.stream()
                    .map(part -> deeper + part.label + part.tree.laidOut(deeper, part.label.length() + 1))
                    .collect(Collectors.joining(",\n", open + "\n", "\n" + indent + close));
        }

        /// Plain values, as many on a line as fit.
        private String filled(String indent) {
            var text = new StringBuilder(open);
            int column = indent.length() + open.length();
            for (int i = 0; i < parts.size(); i++) {
                var next = parts.get(i).tree.flat() + (i < parts.size() - 1 ? "," : close);
                if (i > 0 && column + 1 + next.length() > WIDTH) {
                    text.append('\n').append(indent).append(" ".repeat(open.length()));
                    column = indent.length() + open.length();
                } else if (i > 0) {
                    text.append(' ');
                    column++;
                }
                text.append(next);
                column += next.length();
            }
            return text.toString();
        }
    }

    /// @param label what stands before it, such as `x=`
    record Part(String label, TextTree tree) {}

    /// On one line if that is short enough, else with its parts under each other.
    default String text() {
        return laidOut("", 0);
    }

    /// @param indent what stands before this tree's first line
    /// @param taken how many more characters that line has already
    private String laidOut(String indent, int taken) {
        if (!(this instanceof Branch branch)) return flat();
        var flat = flat();
        boolean fits = indent.length() + taken + flat.length() <= WIDTH && flat.indexOf('\n') < 0;
        if (fits || branch.parts.isEmpty()) return flat;
        boolean nested = branch.parts.stream().anyMatch(part -> part.tree instanceof Branch)
                || branch.parts.stream().anyMatch(part -> !part.label.isEmpty());
        return nested ? branch.underEachOther(indent) : branch.filled(indent);
    }

    private String flat() {
        return switch (this) {
            case Leaf leaf -> leaf.text;
            case Branch branch ->
                branch.parts.stream()
                        .map(part -> part.label + part.tree.flat())
                        .collect(Collectors.joining(", ", branch.open, branch.close));
        };
    }
}
