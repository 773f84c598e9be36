package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.magic.maven.Home;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// A shell with the common magics, as a front end has them, that keeps what cells show.
final class Notebook implements AutoCloseable {
    final Shell shell;
    final Magics magics;
    final StringBuffer out = new StringBuffer();
    final StringBuffer err = new StringBuffer();
    final List<MimeBundle> shown = Collections.synchronizedList(new ArrayList<>());
    private final CellRunner runner;
    private final History history = History.inMemory();
    private int cells;

    Notebook() {
        this(Home.USUAL);
    }

    /// @param maven where Maven's settings and local repository are
    Notebook(Home maven) {
        System.clearProperty("maven.repo.local"); // that of the build that runs this test
        var exposed = new ArrayList<>(CellDisplays.EXPOSED);
        exposed.addAll(CommonMagics.EXPOSED);
        var prelude = new ArrayList<>(ShellSetup.USUAL_IMPORTS);
        prelude.add(CellDisplays.PRELUDE);
        shell = Shell.start(new ShellSetup(
                ShellSetup.fromClassPath(List.of("tablesaw-core", "xchart")), exposed, prelude, List.of()));
        magics = new Magics(
                CommonMagics.of(shell, history, Map.of("PATH", "/usr/bin:/bin", "MY_TOKEN", "s3cret"), maven));
        runner = new CellRunner(shell, magics, Renderer.standard());
    }

    /// Runs a cell after forgetting what earlier ones printed.
    CellRunner.Ending run(String cell) {
        out.setLength(0);
        err.setLength(0);
        shown.clear();
        history.add(++cells, cell);
        var page = new Page();
        return runner.run(cell, "cell " + cells, page, page);
    }

    /// Where cells print and show things.
    private final class Page implements Output, Display {
        @Override
        public void print(Output.Stream stream, String text) {
            (stream == Output.Stream.OUT ? out : err).append(text);
        }

        @Override
        public Handle show(MimeBundle bundle) {
            shown.add(bundle);
            return shown::add;
        }
    }

    List<Magic> all() {
        return CommonMagics.of(shell, history, Map.of());
    }

    /// The number of the last cell.
    int cells() {
        return cells;
    }

    /// Stops what runs.
    void interrupt() {
        shell.interrupt();
    }

    /// The text of the value that a cell ends with.
    String value(String cell) {
        return switch (run(cell)) {
            case CellRunner.Finished finished ->
                finished.value().map(MimeBundle::plain).orElse("nothing");
            case CellRunner.Failed failed -> throw new AssertionError(failed.text());
        };
    }

    /// What a cell that must fail says.
    String failure(String cell) {
        return switch (run(cell)) {
            case CellRunner.Finished finished -> throw new AssertionError("did not fail: " + cell);
            case CellRunner.Failed failed -> failed.text();
        };
    }

    /// What a cell that must work prints.
    String printed(String cell) {
        value(cell);
        return out.toString();
    }

    @Override
    public void close() {
        shell.close();
    }
}
