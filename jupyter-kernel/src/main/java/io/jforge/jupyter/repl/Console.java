package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.shell.Input;
import io.jforge.jupyter.shell.Shell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/// A session at a command line: scripts, typed lines, or the one and then the other.
public final class Console {
    private final Shell shell;
    private final Session session;
    private final Renderer renderer;
    private final AtomicBoolean left = new AtomicBoolean();
    private final PrintStream out;
    private final PrintStream err;

    /// @param out where what is no terminal prints, as the process began with it; `err` likewise
    public Console(Parts parts, PrintStream out, PrintStream err) {
        this.shell = parts.shell();
        this.renderer = parts.renderer();
        this.out = out;
        this.err = err;
        var table = new ArrayList<>(parts.magics());
        table.add(new ExitMagic(left));
        var magics = new Magics(table);
        CellDisplays.renderWith(renderer);
        session =
                new Session(new CellRunner(shell, magics, renderer), new CellQuestions(shell, magics), parts.history());
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
        if (left.get()) return;
        if (surroundings.isPlain()) talkPlainly();
        else talkLively(surroundings);
    }

    private void talkPlainly() {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var editor = new PlainEditor(lines, out, session.questions());
        var page = new PlainPage(out, err, (prompt, _) -> editor.line(prompt), System::nanoTime);
        new Repl(session, editor, page, () -> {}, left).run();
    }

    private void talkLively(Surroundings surroundings) throws IOException {
        try (var terminal = surroundings.terminal(shell::interrupt)) {
            var palette = surroundings.palette();
            var editor = new TerminalEditor(terminal, session.questions(), session.history(), palette);
            var page = new LivePage(terminal, palette, _ -> false);
            page.with(new TypedInput(terminal, page, shell::interrupt), editor);
            new Repl(session, editor, page, page::beginCell, left).run();
        }
    }
}
