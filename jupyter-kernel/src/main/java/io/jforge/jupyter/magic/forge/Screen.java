package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;

/// Where a verb's words go.
///
/// @param results what was asked for
/// @param progress what goes on meanwhile
/// @param json one JSON text, in place of results
public record Screen(Display results, Display progress, java.util.function.Consumer<String> json) {
    /// A cell's output: all three in it.
    public static Screen notebook(Display display) {
        return new Screen(display, display, text -> display.show(MimeBundle.text(text)));
    }
}
