package io.jforge.jupyter.repl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;

/// A terminal in memory: what is written to it can be seen as a person would see it, keys can be pressed.
final class VirtualScreen implements AutoCloseable {
    static final String ENTER = "\r";
    static final String CTRL_C = "\u0003";
    static final String CTRL_D = "\u0004";
    static final String UP = "\u001bOA";
    static final String SHIFT_TAB = "\u001b[Z";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ScreenTerminal screen;
    private final LineDisciplineTerminal terminal;

    VirtualScreen(int columns, int rows) throws IOException {
        var both = ScreenTerminal.withTerminal("test", "xterm-256color", columns, rows);
        screen = both.screen();
        terminal = both.terminal();
    }

    Terminal terminal() {
        return terminal;
    }

    /// Presses these keys, as fast as a paste.
    void type(String keys) {
        try {
            terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The rows, without the blanks at their ends and the empty ones below.
    String text() {
        return screen.toString()
                .lines()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"))
                .stripTrailing();
    }

    /// Waits until the screen looks so.
    String await(Predicate<String> wanted) {
        long start = System.nanoTime();
        var seen = text();
        while (!wanted.test(seen)) {
            if (System.nanoTime() - start > PATIENCE_NANOS) throw new AssertionError("the screen stayed\n" + seen);
            LockSupport.parkNanos(LOOK_NANOS);
            seen = text();
        }
        return seen;
    }

    String awaitEnd(String lastRow) {
        return await(seen -> seen.endsWith(lastRow));
    }

    /// Waits until keys are taken one by one: before that the terminal itself shows them, as a paste is shown that
    /// comes
    /// too early.
    void awaitReader() {
        await(_ -> !terminal.getAttributes().getLocalFlag(Attributes.LocalFlag.ICANON));
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
