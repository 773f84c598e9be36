package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.Cell;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.CellRunner.Finished;
import io.jforge.jupyter.shell.Around;
import io.jforge.jupyter.shell.CellResult;
import io.jforge.jupyter.shell.Output;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/// One run of one cell, or of code that stands in it in place of a magic.
///
/// @param name what traces call the code
/// @param around what is done around each of its statements
record RunningCell(CellRunner runner, String name, Output output, Display display, Around around) {
    /// How long an interrupted magic has to put its things in order.
    private static final Duration MAGIC_GRACE = Duration.ofSeconds(2);

    /// Some editors begin files with it, and what is pasted from them too.
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private static final Duration RENDER_GRACE = Duration.ofMillis(500);

    /// Runs code until one of its parts fails.
    ///
    /// @param firstLine the line of the cell, from 0, on which the code begins
    Ending run(String code, int firstLine) {
        String text = code.startsWith(BYTE_ORDER_MARK) ? code.substring(1) : code;
        return run(new ArrayDeque<>(CellSplitter.split("\n".repeat(firstLine) + text)));
    }

    private Ending run(Queue<CellPart> parts) {
        Ending last = new Finished(Optional.empty());
        while (!parts.isEmpty() && last instanceof Finished) {
            last = switch (parts.remove()) {
                case CellPart.Java java -> java(java.code());
                case CellPart.MagicUse use -> magic(use, parts);
            };
        }
        return last;
    }

    private Ending java(String code) {
        return switch (runner.shell.evaluate(code, name, output, around)) {
            case CellResult.Nothing nothing -> new Finished(Optional.empty());
            case CellResult.Value value -> rendered(value.value());
            case CellResult.CompileError error ->
                new Failed("CompileError", error.problems().getFirst().message(), error.text());
            case CellResult.Thrown thrown ->
                new Failed(thrown.type(), thrown.message().orElse(""), thrown.text());
            case CellResult.Interrupted(boolean leftRunning) -> interrupted(leftRunning);
        };
    }

    /// A value's `toString` is the cell's own code: it runs where it can be interrupted.
    private Ending rendered(Object value) {
        if (value instanceof Cell.Shown) {
            return new Finished(Optional.empty()); // it is there already
        }
        AtomicReference<MimeBundle> bundle = new AtomicReference<>();
        try {
            CellResult result = runner.shell.call(output, RENDER_GRACE, () -> {
                bundle.set(runner.renderer.render(value));
                return bundle;
            });
            return result instanceof CellResult.Interrupted(boolean leftRunning)
                    ? interrupted(leftRunning)
                    : new Finished(Optional.of(bundle.get()));
        } catch (Exception e) {
            return fault("showing the value", e);
        }
    }

    private Ending magic(CellPart.MagicUse use, Queue<CellPart> rest) {
        var call = new MagicCall(
                use.name(),
                use.line(),
                use.body(),
                display,
                output.printStream(Output.Stream.OUT),
                output.printStream(Output.Stream.ERR));
        try {
            Magic magic = runner.magics.named(use.name());
            return magic instanceof JavaMagic runsJava
                    ? runsJava.run(call, new Place(this, use.codeLine(), rest))
                    : onCellThread(() -> {
                        magic.run(call);
                        return null;
                    });
        } catch (MagicException e) {
            return new Failed("MagicError", e.getMessage(), e.getMessage());
        } catch (InterruptedException e) {
            return interrupted(false);
        } catch (Exception | Error e) { // an Error too is the magic's end and not the session's
            return fault("%" + use.name(), e);
        }
    }

    private Ending onCellThread(Callable<?> work) throws Exception {
        CellResult result = runner.shell.call(output, MAGIC_GRACE, () -> around.run(work));
        return result instanceof CellResult.Interrupted(boolean leftRunning)
                ? interrupted(leftRunning)
                : new Finished(Optional.empty());
    }

    static Failed fault(String what, Throwable e) {
        String message = "%s failed: %s".formatted(what, e);
        List<StackTraceElement> top = List.of(e.getStackTrace());
        String at = top.isEmpty() ? "" : "\n    at " + top.getFirst();
        return new Failed(e.getClass().getSimpleName(), message, message + at);
    }

    static Failed interrupted(boolean leftRunning) {
        String message =
                leftRunning ? "interrupted; its thread does not heed interrupts and was left running" : "interrupted";
        return new Failed("Interrupted", message, "Interrupted: the cell was " + message);
    }

    /// The place of one of its magics.
    private record Place(RunningCell cell, int line, Queue<CellPart> following) implements CellPlace {
        @Override
        public Ending run(String code, Around around) {
            return cell.with(cell.name, around).run(code, line);
        }

        @Override
        public Ending run(String code, String name) {
            return cell.with(name, Around.NOTHING).run(code, 0);
        }

        @Override
        public Ending rest(Around around) {
            return cell.with(cell.name, around).run(following);
        }
    }

    /// Whatever is done around this code is done around code within it too.
    private RunningCell with(String newName, Around inner) {
        Around both = statement -> around.run(() -> inner.run(statement));
        return new RunningCell(runner, newName, output, display, both);
    }
}
