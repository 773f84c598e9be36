package io.jforge.jupyter.display;

import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import java.util.List;
import java.util.concurrent.CancellationException;

/// Takes what a cell displays to the outputs of that very cell, also from a thread that outlives it.
public final class CellDisplays {
    /// What a shell must expose so that cells can write the [#PRELUDE].
    public static final List<Class<?>> EXPOSED = List.of(
            Cell.class, Cell.Shown.class, MimeBundle.class, ValueRenderer.class, Comm.class, Comm.Message.class);

    /// What makes `display`, `println` and their like known to cells.
    public static final String PRELUDE = "import static io.jforge.jupyter.display.Cell.*;";

    /// What makes comms known to cells.
    public static final String COMMS = "import io.jforge.jupyter.display.Comm;";

    private static volatile Renderer renderer = Renderer.standard();

    private CellDisplays() {}

    /// Sets how displayed values look from here on.
    public static void renderWith(Renderer other) {
        renderer = other;
    }

    static Cell.Shown show(Object value) {
        MimeBundle bundle = renderer.render(value);
        Display.Handle handle = current().show(bundle);
        return next -> handle.update(renderer.render(next));
    }

    static Renderer renderer() {
        return renderer;
    }

    static String ask(String prompt, boolean password) {
        try {
            return Shell.inputOfThisThread()
                    .line(prompt, password)
                    .orElseThrow(() -> new IllegalStateException(
                            "nobody can be asked for '%s' here: the client takes no input".formatted(prompt.strip())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted while waiting for input").initCause(e);
        }
    }

    /// Where the cell that this thread belongs to shows things.
    public static Display current() {
        return Shell.outputOfThisThread()
                .filter(Display.class::isInstance)
                .map(Display.class::cast)
                .orElse(CellDisplays::asText);
    }

    private static Display.Handle asText(MimeBundle bundle) {
        Output out = Shell.outputOfThisThread().orElse((stream, text) -> System.out.print(text));
        out.print(Output.Stream.OUT, bundle.plain() + "\n");
        return CellDisplays::asText;
    }
}
