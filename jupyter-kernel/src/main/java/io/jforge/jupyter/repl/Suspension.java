package io.jforge.jupyter.repl;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/// What Ctrl-Z does: the shell gets its terminal back until it says `fg`, as from other programs.
///
/// JLine takes the signal away from the system, and reads its keys in a mode that a shell must not be left in; when the
/// process goes on, it sets that mode again and draws the line that was being typed.
final class Suspension {
    private static final String STOP = "kill -STOP \"$1\"";

    private final Terminal terminal;
    private final Attributes before;
    private final Runnable told;

    private Suspension(Terminal terminal, Runnable told) {
        this.terminal = terminal;
        this.before = terminal.getAttributes();
        this.told = told;
    }

    /// From now on, for a terminal that is still as the shell left it.
    ///
    /// @param told that the cursor will be elsewhere
    static void of(Terminal terminal, Runnable told) {
        var suspension = new Suspension(terminal, told);
        terminal.handle(Signal.TSTP, _ -> suspension.begin());
    }

    private void begin() {
        told.run();
        terminal.setAttributes(before);
        try {
            // no call of Java's own stops a process
            new ProcessBuilder(
                            "sh",
                            "-c",
                            STOP,
                            "sh",
                            Long.toString(ProcessHandle.current().pid()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            return; // a system without it: the key does nothing
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
