package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.MimeBundle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.TerminalGraphics;

/// Pictures on terminals that can show them, by the protocol of Kitty, of iTerm2, or as sixels.
final class Pictures {
    private final Terminal terminal;
    private final Supplier<Optional<TerminalGraphics>> search;
    private Optional<TerminalGraphics> protocol;

    /// @param search finds out how the terminal shows pictures, if it does
    Pictures(Terminal terminal, Supplier<Optional<TerminalGraphics>> search) {
        this.terminal = terminal;
        this.search = search;
    }

    /// Asks the terminal when first needed, since some answer late.
    synchronized boolean areShown() {
        if (protocol == null) protocol = search.get();
        return protocol.isPresent();
    }

    /// Paints the bundle's picture, and says whether it did.
    synchronized boolean paint(MimeBundle bundle) {
        if (!(bundle.data().get(MimeBundle.PNG) instanceof String png) || !areShown()) return false;
        try {
            protocol.get()
                    .displayImage(
                            terminal,
                            new ByteArrayInputStream(Base64.getDecoder().decode(png)));
            terminal.writer().println();
            terminal.flush();
            return true;
        } catch (IOException | UnsupportedOperationException _) {
            return false; // its text says what it is
        }
    }
}
