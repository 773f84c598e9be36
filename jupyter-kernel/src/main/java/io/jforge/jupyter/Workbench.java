package io.jforge.jupyter;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.ProgressView;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.display.ReproductionView;
import io.jforge.jupyter.display.RunView;
import io.jforge.jupyter.display.SideBySideView;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.common.CommonMagics;
import io.jforge.jupyter.magic.forge.ForgeMagic;
import io.jforge.jupyter.server.KernelProcess;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.Reproduction;
import io.jforge.runtime.report.SideBySide;
import java.util.ArrayList;
import java.util.List;

/// A shell whose cells know `forge`, and the magics: what notebook and terminal stand on.
record Workbench(Shell shell, List<Magic> magics) implements AutoCloseable {
    private static final List<String> FORGE_IMPORTS = List.of(
            "import io.jforge.runtime.*;",
            "import io.jforge.runtime.spec.*;",
            "import io.jforge.runtime.trial.*;",
            "import tech.tablesaw.api.*;",
            "import org.knowm.xchart.*;");

    static Workbench with(Forge forge, History history) {
        forge.tell(() -> new ProgressView(CellDisplays.current(), System::nanoTime));
        CellDisplays.renderWith(renderer());
        var shell = Shell.start(setup());
        shell.bind("forge", Forge.class.getName(), forge);
        var magics = new ArrayList<Magic>(CommonMagics.of(shell, history, System.getenv()));
        magics.add(new ForgeMagic(() -> forge));
        return new Workbench(shell, magics);
    }

    private static ShellSetup setup() {
        var usual = KernelProcess.usualSetup();
        var prelude = new ArrayList<>(usual.prelude());
        prelude.addAll(FORGE_IMPORTS);
        var setup = new ShellSetup(usual.visibleJars(), usual.exposed(), prelude, usual.compilerOptions());
        return Preview.isEnabled() ? setup.withPreview() : setup;
    }

    /// A Run that a cell ends with is shown as its summary, what a benchmark came to as its table.
    static Renderer renderer() {
        return Renderer.standard()
                .register(Run.class, run -> new RunView(run.record()).summary())
                .register(Reproduction.class, result -> new ReproductionView(result).bundle())
                .register(SideBySide.class, result -> new SideBySideView(result).bundle());
    }

    @Override
    public void close() {
        shell.close();
    }
}
