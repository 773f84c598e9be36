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
    private static final int KITTY_PIECE = 4096;

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
            paint(png);
            terminal.writer().println();
            terminal.flush();
            return true;
        } catch (IOException | UnsupportedOperationException _) {
            return false; // its text says what it is
        }
    }

    private void paint(String png) throws IOException {
        switch (protocol.orElseThrow().getProtocol()) {
            case KITTY -> terminal.writer().write(kitty(png));
            case ITERM2 -> terminal.writer().write("\u001b]1337;File=inline=1:" + png + "\u0007");
            default ->
                protocol.get()
                        .displayImage(
                                terminal,
                                new ByteArrayInputStream(Base64.getDecoder().decode(png)));
        }
    }

    /// In pieces, since Kitty reads no longer ones, and without a number, under which a later picture would
    /// take the earlier one's place. `q=2`: it answers nothing.
    private static String kitty(String png) {
        var text = new StringBuilder();
        for (int at = 0; at < png.length(); at += KITTY_PIECE) {
            int end = Math.min(png.length(), at + KITTY_PIECE);
            text.append("\u001b_G").append(at == 0 ? "a=T,f=100,q=2," : "");
            text.append(end < png.length() ? "m=1;" : "m=0;")
                    .append(png, at, end)
                    .append("\u001b\\");
        }
        return text.toString();
    }
}
