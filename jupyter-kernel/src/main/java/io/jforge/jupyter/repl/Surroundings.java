package io.jforge.jupyter.repl;

import java.io.IOException;
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

    /// JLine would log that it does not know a terminal's name in the middle of the screen.
    Terminal terminal() throws IOException {
        JLINE.setLevel(Level.OFF);
        return TerminalBuilder.builder()
                .name("jforge")
                .system(true)
                .encoding(StandardCharsets.UTF_8)
                .nativeSignals(true)
                .build();
    }
}
