package io.jforge.jupyter.magic;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The places of the parts of `%name arguments` within a line.
record MagicLine(String line, int nameStart, int nameEnd, int argumentStart) {
    private static final Pattern SHAPE = Pattern.compile("\\s*%%?(?<name>[A-Za-z][\\w-]*)?\\s*");

    static MagicLine of(String line) {
        Matcher shape = SHAPE.matcher(line);
        if (!shape.lookingAt()) {
            throw new IllegalArgumentException("not a magic: " + line);
        }
        int end = shape.end();
        return shape.group("name") == null
                ? new MagicLine(line, end, end, end)
                : new MagicLine(line, shape.start("name"), shape.end("name"), end);
    }

    String name() {
        return line.substring(nameStart, nameEnd);
    }

    String arguments() {
        return line.substring(argumentStart).strip();
    }
}
