package io.jforge.jupyter.repl;

import org.jline.utils.AttributedString;

/// How wide text is on a terminal: colours take no room, some characters take two columns.
final class Columns {
    private Columns() {}

    static int of(String text) {
        return AttributedString.fromAnsi(text).columnLength();
    }
}
