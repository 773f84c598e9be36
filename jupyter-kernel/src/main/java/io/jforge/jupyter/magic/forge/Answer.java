package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import java.util.List;

/// What a verb found out: as outputs for a person, and as one JSON value for a program.
///
/// @param json maps, lists, texts and numbers; read only when asked for
record Answer(List<MimeBundle> shown, java.util.function.Supplier<Object> json, int status) {
    static Answer of(MimeBundle shown, java.util.function.Supplier<Object> json) {
        return new Answer(List.of(shown), json, 0);
    }
}
