package io.jforge.jupyter.repl;

import io.jforge.jupyter.shell.Input;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/// Lines that a running cell asks for, typed on the terminal behind what the cell has printed.
final class TypedInput implements Input {
    private final LineReader reader;
    private final LivePage page;
    private final Runnable interrupt;

    /// @param interrupt stops the cell
    TypedInput(Terminal terminal, LivePage page, Runnable interrupt) {
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .option(Option.DISABLE_EVENT_EXPANSION, true)
                .option(Option.AUTO_FRESH_LINE, false)
                .variable(LineReader.DISABLE_HISTORY, true)
                .variable(LineReader.DISABLE_COMPLETION, true)
                .build();
        this.page = page;
        this.interrupt = interrupt;
    }

    @Override
    public Optional<String> line(String prompt, boolean password) throws InterruptedException {
        try {
            var typed = reader.readLine(page.openLine() + prompt, null, password ? '*' : null, null);
            page.lineEnded();
            return Optional.of(typed);
        } catch (EndOfFileException _) {
            return Optional.empty();
        } catch (UserInterruptException _) {
            interrupt.run();
            throw new InterruptedException("interrupted");
        }
    }
}
