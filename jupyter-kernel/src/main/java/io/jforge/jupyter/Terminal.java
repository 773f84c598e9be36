package io.jforge.jupyter;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The terminal: results on standard output, progress and errors on standard error.
final class Terminal {
    private static final long QUIET_NANOS = 5_000_000_000L;
    private static final int WIDTH = 118;
    private static final String CUT_AT_THE_EDGE = "\u001b[?7l";
    private static final String BREAK_AT_THE_EDGE = "\u001b[?7h";
    private static final String CLEAR_THE_REST = "\u001b[K";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean live;
    private boolean progressOpen;
    private long lastLine;

    /// @param live whether a line can be written again in place; otherwise progress is a line every five seconds
    Terminal(PrintStream out, PrintStream err, boolean live) {
        this.out = out;
        this.err = err;
        this.live = live;
    }

    Display results() {
        return bundle -> {
            endProgress();
            out.println(bundle.plain());
            out.println();
            return update -> out.println(update.plain());
        };
    }

    Display nowhere() {
        return _ -> _ -> {};
    }

    Display progress() {
        return bundle -> {
            progress(bundle.plain());
            return update -> progress(update.plain());
        };
    }

    void progress(String text) {
        if (live) {
            var line = text.replace('\n', ' ');
            var cut = line.substring(0, Math.min(WIDTH, line.length()));
            err.print("\r" + CUT_AT_THE_EDGE + cut + CLEAR_THE_REST + BREAK_AT_THE_EDGE);
            progressOpen = true;
            return;
        }
        long now = System.nanoTime();
        if (lastLine != 0 && now - lastLine < QUIET_NANOS && !text.contains("done:")) return;
        lastLine = now;
        err.println(text);
    }

    /// Leaves the progress line as it stands and goes on below it.
    void endProgress() {
        if (progressOpen) err.println();
        progressOpen = false;
    }

    void line(String text) {
        endProgress();
        err.println(text);
    }

    /// Where an executed notebook and its page are; `page` may be null.
    void files(Path notebook, Path page, int status, boolean asJson) {
        if (asJson) {
            var object = Json.object().put("notebook", notebook.toAbsolutePath().toString());
            if (page != null) object.put("page", page.toAbsolutePath().toString());
            json(object.put("status", status).toString());
            return;
        }
        out.println("notebook  " + notebook.toAbsolutePath());
        if (page != null) out.println("page      " + page.toAbsolutePath());
    }

    void json(String text) {
        endProgress();
        out.println(text);
    }

    void error(String message) {
        endProgress();
        err.println("jforge: " + message);
    }

    void trace(Throwable thrown) {
        endProgress();
        thrown.printStackTrace(err);
    }

    /// Standard input to its end.
    String input() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new SpecException("cannot read standard input: " + failed.getMessage());
        }
    }

    PrintStream out() {
        return out;
    }
}
