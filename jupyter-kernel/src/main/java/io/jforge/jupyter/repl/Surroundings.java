package io.jforge.jupyter.repl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/// The terminal that a person sits at, as the environment tells of it.
public record Surroundings(Map<String, String> environment) {
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

    /// @param interrupted what Ctrl-C does while no line is typed
    Terminal terminal(Runnable interrupted) throws IOException {
        return TerminalBuilder.builder()
                .name("jforge")
                .system(true)
                .encoding(StandardCharsets.UTF_8)
                .nativeSignals(true)
                .signalHandler(signal -> {
                    if (signal == Signal.INT) interrupted.run();
                })
                .build();
    }
}
