package io.jforge.jupyter.repl;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.TerminalGraphics;
import org.jline.terminal.impl.TerminalGraphicsManager;

/// The terminal that a person sits at, as the environment tells of it.
public record Surroundings(Map<String, String> environment) {
    private static final Logger JLINE = Logger.getLogger("org.jline");

    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /// Whether it can do no more than print.
    boolean isPlain() {
        return environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    /// Colours, unless the person wants none (no-color.org).
    Palette palette() {
        return new Palette(environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    /// How the terminal shows pictures; programs that divide one among several keep pictures to themselves.
    Optional<TerminalGraphics> pictures(Terminal terminal) {
        return environment.containsKey("TMUX") || environment.containsKey("STY")
                ? Optional.empty()
                : TerminalGraphicsManager.getBestProtocol(terminal);
    }

    /// A terminal of the system that nobody sits at.
    static Terminal unseen(InputStream typed) throws IOException {
        return builder()
                .system(false)
                .type("xterm-256color")
                .streams(typed, OutputStream.nullOutputStream())
                .build();
    }

    /// JLine would log that it does not know a terminal's name in the middle of the screen, and would have tmux and
    /// screen draw the lines of a box that is typed by a character set that they have not been asked to load.
    Terminal terminal() throws IOException {
        JLINE.setLevel(Level.OFF);
        if (environment.getOrDefault("TERM", "").matches("(screen|tmux).*"))
            System.setProperty("org.jline.utils.disableAlternateCharset", "true");
        return builder().system(true).nativeSignals(true).build();
    }

    /// Without what costs a start its time: `java.lang.foreign` takes longer to make a dozen calls ready
    /// than all else that stands before the prompt, and a question about emoji takes half a second where a
    /// terminal has no answer.
    private static TerminalBuilder builder() {
        return TerminalBuilder.builder()
                .name("jforge")
                .encoding(StandardCharsets.UTF_8)
                .ffm(false)
                .graphemeCluster(false);
    }
}
