package io.jforge.jupyter;

import io.jforge.jupyter.client.RunOptions;
import io.jforge.jupyter.display.RunView;
import io.jforge.jupyter.magic.forge.Verbs;
import io.jforge.runtime.Forge;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `demo`: installs the kernelspec, executes the quickstart notebook, prints its speedup table.
@Command(name = "demo", description = "install the kernel and run the quickstart notebook")
final class DemoCommand implements Callable<Integer> {
    private static final String NOTEBOOK = "01-quickstart";

    /// What the notebook calls its run.
    private static final String RUN = "quickstart";

    @ParentCommand
    private JForgeCommand parent;

    @Option(names = "--json", description = "print one JSON object and nothing else")
    private boolean json;

    @Option(names = "--debug", description = "show the whole stack trace of a failure")
    private boolean debug;

    @Override
    public Integer call() {
        var installation = Installation.here();
        var from = installation.root().resolve("notebooks").resolve(NOTEBOOK + ".ipynb");
        var terminal = parent.terminal();
        try (var forge = Forge.open(System.getenv())) {
            forge.toolchain(); // without a compiler, say so before anything is started
            forge.store().check();
            var spec = Kernelspec.ofUser(JupyterFolders.here());
            spec.install(KernelspecContent.usual(installation.kernelCommand()));
            terminal.line("installed the Jupyter kernel \"Java (JForge)\" in " + spec.folder());
            var folder = forge.home().resolve("demo");
            var to = folder.resolve(NOTEBOOK + ".ipynb");
            var html = folder.resolve(NOTEBOOK + ".html");
            int status = new NotebookJob(from, to, html, terminal).run(RunOptions.DEFAULT);
            if (status == Verbs.INTERRUPTED) return status;
            if (status == 0 && !json)
                terminal.results().show(new RunView(forge.run(RUN).record()).summary());
            terminal.files(to, html, status, json);
            return status;
        }
    }
}
