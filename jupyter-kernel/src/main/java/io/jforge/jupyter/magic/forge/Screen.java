package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.shell.Input;
import java.util.Optional;
import java.util.function.Consumer;

/// Where a verb's words go.
///
/// @param results what was asked for
/// @param progress what goes on meanwhile
/// @param json one text for another program, JSON as a rule, in place of results
/// @param notes what a person should know besides, a line each
/// @param input where a person can be asked for a line
public record Screen(
        Display results, Display progress, Consumer<String> json, Consumer<String> notes, Optional<Input> input) {
    /// Of a terminal, which has no input box.
    public Screen(Display results, Display progress, Consumer<String> json, Consumer<String> notes) {
        this(results, progress, json, notes, Optional.empty());
    }

    /// Notes go where progress does.
    public Screen(Display results, Display progress, Consumer<String> json) {
        this(results, progress, json, text -> progress.show(MimeBundle.text(text)));
    }

    /// A cell's output: all three in it.
    public static Screen notebook(Display display) {
        return new Screen(display, display, text -> display.show(MimeBundle.text(text)));
    }

    /// The same, where the person can be asked for a line.
    Screen with(Input person) {
        return new Screen(results, progress, json, notes, Optional.of(person));
    }
}
