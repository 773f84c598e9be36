package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.shell.Input;
import io.jforge.jupyter.shell.Shell;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/// A session at a command line: scripts, typed lines, or the one and then the other.
public final class Console {
    private final Shell shell;
    private final Session session;
    private final TerminalRenderer renderer;
    private final AtomicBoolean left = new AtomicBoolean();
    private final PrintStream out;
    private final PrintStream err;

    /// @param out where what is no terminal prints, as the process began with it; `err` likewise
    public Console(Parts parts, PrintStream out, PrintStream err) {
        this.shell = parts.shell();
        this.renderer = new TerminalRenderer(parts.renderer());
        this.out = out;
        this.err = err;
        var table = new ArrayList<>(parts.magics());
        table.add(new ExitMagic(left));
        table.add(new ChartMagic(renderer::lastChart));
        var magics = new Magics(table);
        CellDisplays.renderWith(renderer.renderer());
        session = new Session(
                new CellRunner(shell, magics, renderer.renderer()), new CellQuestions(shell, magics), parts.history());
    }

    /// Runs a script to its end, or to the first cell that fails.
    ///
    /// @param name what traces call it
    /// @param input who answers what its cells ask
    /// @return whether it ran to its end
    public boolean script(InputStream text, String name, Input input) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
        var script = new Script(lines, session.questions());
        var page = new PlainPage(out, err, input, System::nanoTime);
        for (var cell = script.next(); cell.isPresent() && !left.get(); cell = script.next()) {
            if (!session.run(cell.get(), name, page)) return false;
        }
        return true;
    }

    /// Talks with a person until that one leaves.
    public void talk(Surroundings surroundings) throws IOException {
        if (surroundings.isPlain()) {
            talkPlainly();
        } else {
            try (var terminal = surroundings.terminal()) {
                talk(terminal, surroundings);
            }
        }
    }

    private void talkPlainly() {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var editor = new PlainEditor(lines, out, session.questions());
        var page = new PlainPage(out, err, (prompt, _) -> editor.line(prompt), System::nanoTime);
        new Repl(session, editor, page, () -> {}, left).run();
    }

    /// Talks with somebody who types these keys and looks at nothing: what a start is recorded from.
    public void rehearse(String keys) throws IOException {
        var typed = new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
        try (var terminal = Surroundings.unseen(typed)) {
            talk(terminal, new Surroundings(Map.of()));
        }
    }

    void talk(Terminal terminal, Surroundings surroundings) {
        var palette = surroundings.palette();
        var pictures = new Pictures(terminal, () -> surroundings.pictures(terminal));
        renderer.showOn(terminal::getWidth, palette, pictures::areShown);
        var editor = new TerminalEditor(terminal, session.questions(), session.history(), palette);
        var page = new LivePage(terminal, palette, pictures::paint);
        page.with(new TypedInput(terminal, page, shell::interrupt), editor);
        terminal.handle(Signal.INT, _ -> {
            page.echoed("^C");
            shell.interrupt();
        });
        Suspension.of(terminal, page::suspended);
        new Repl(session, editor, page, page::beginCell, left).run();
    }

    /// Whether a script has asked to leave.
    public boolean isLeft() {
        return left.get();
    }

    /// Stops the cell that runs; false when there is none.
    public boolean interrupt() {
        boolean running = session.isRunning();
        shell.interrupt();
        return running;
    }
}
