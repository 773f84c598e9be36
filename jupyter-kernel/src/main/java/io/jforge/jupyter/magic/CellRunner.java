package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.Cell;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.shell.CellResult;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Runs whole cells, magics and Java in the order they stand, for any front end.
public final class CellRunner {
    /// How long an interrupted magic has to put its things in order.
    private static final Duration MAGIC_GRACE = Duration.ofSeconds(2);

    private static final Duration RENDER_GRACE = Duration.ofMillis(500);

    private final Shell shell;
    private final Magics magics;
    private final Renderer renderer;

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
        try {
            return parts(cell, name, output, display);
        } catch (RuntimeException e) {
            return fault("running the cell", e);
        }
    }

    private Ending parts(String cell, String name, Output output, Display display) {
        Ending last = new Finished(Optional.empty());
        for (CellPart part : CellSplitter.split(cell)) {
            last = switch (part) {
                case CellPart.Java java -> java(java.code(), name, output);
                case CellPart.MagicUse use -> magic(use, output, display);
            };
            if (last instanceof Failed) {
                return last;
            }
        }
        return last;
    }

    private Ending java(String code, String name, Output output) {
        return switch (shell.evaluate(code, name, output)) {
            case CellResult.Nothing nothing -> new Finished(Optional.empty());
            case CellResult.Value value -> rendered(value.value(), output);
            case CellResult.CompileError error ->
                new Failed("CompileError", error.problems().getFirst().message(), error.text());
            case CellResult.Thrown thrown ->
                new Failed(thrown.type(), thrown.message().orElse(""), thrown.text());
            case CellResult.Interrupted interrupted -> interrupted(interrupted);
        };
    }

    /// A value's `toString` is the cell's own code: it runs where it can be interrupted.
    private Ending rendered(Object value, Output output) {
        if (value instanceof Cell.Shown) {
            return new Finished(Optional.empty()); // it is there already
        }
        AtomicReference<MimeBundle> bundle = new AtomicReference<>();
        try {
            CellResult result = shell.call(output, RENDER_GRACE, () -> {
                bundle.set(renderer.render(value));
                return bundle;
            });
            return result instanceof CellResult.Interrupted interrupted
                    ? interrupted(interrupted)
                    : new Finished(Optional.of(bundle.get()));
        } catch (Exception e) {
            return fault("showing the value", e);
        }
    }

    private Ending magic(CellPart.MagicUse use, Output output, Display display) {
        var call = new MagicCall(
                use.name(),
                use.line(),
                use.body(),
                display,
                output.printStream(Output.Stream.OUT),
                output.printStream(Output.Stream.ERR));
        try {
            CellResult result = shell.call(output, MAGIC_GRACE, () -> {
                magics.run(call);
                return null;
            });
            return result instanceof CellResult.Interrupted interrupted
                    ? interrupted(interrupted)
                    : new Finished(Optional.empty());
        } catch (MagicException e) {
            return new Failed("MagicError", e.getMessage(), e.getMessage());
        } catch (InterruptedException e) {
            return interrupted(new CellResult.Interrupted(false));
        } catch (Exception e) {
            return fault("%" + use.name(), e);
        }
    }

    private static Failed fault(String what, Exception e) {
        String message = "%s failed: %s".formatted(what, e);
        List<StackTraceElement> top = List.of(e.getStackTrace());
        String at = top.isEmpty() ? "" : "\n    at " + top.getFirst();
        return new Failed(e.getClass().getSimpleName(), message, message + at);
    }

    private static Failed interrupted(CellResult.Interrupted result) {
        String message = result.leftRunning()
                ? "interrupted; its thread does not heed interrupts and was left running"
                : "interrupted";
        return new Failed("Interrupted", message, "Interrupted: the cell was " + message);
    }
}
