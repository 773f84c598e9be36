package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.shell.Around;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import java.util.Optional;

/// Runs whole cells, magics and Java in the order they stand, for any front end.
public final class CellRunner {
    final Shell shell;
    final Magics magics;
    final Renderer renderer;

    public CellRunner(Shell shell, Magics magics, Renderer renderer) {
        this.shell = shell;
        this.magics = magics;
        this.renderer = renderer;
    }

    /// What a cell came to, in terms of what a front end shows.
    public sealed interface Ending {}

    /// It ran; its last line may have had a value.
    public record Finished(Optional<MimeBundle> value) implements Ending {}

    /// It failed or was interrupted.
    ///
    /// @param name the kind of failure in a word
    /// @param text all that the reader should see
    public record Failed(String name, String message, String text) implements Ending {}

    /// Runs a cell until one of its parts fails.
    ///
    /// @param name what traces call the cell
    public Ending run(String cell, String name, Output output, Display display) {
        try (var whole = shell.open()) {
            Ending ending = new RunningCell(this, name, output, display, Around.NOTHING).run(cell, 0);
            return ending instanceof Finished && whole.isStopped() ? RunningCell.interrupted(false) : ending;
        } catch (RuntimeException | Error e) { // such as the compiler's: the next cell may fare better
            return RunningCell.fault("running the cell", e);
        }
    }
}
