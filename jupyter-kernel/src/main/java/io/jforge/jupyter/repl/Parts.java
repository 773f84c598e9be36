package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.shell.Shell;
import java.util.List;

/// What a session is made of, whatever its lines come from.
///
/// @param magics those of every front end; a session adds its own
/// @param renderer what shows values where no terminal asks for another form
public record Parts(Shell shell, List<Magic> magics, Renderer renderer, History history) {
    public Parts {
        magics = List.copyOf(magics);
    }
}
