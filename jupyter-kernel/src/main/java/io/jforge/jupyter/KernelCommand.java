package io.jforge.jupyter;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.server.KernelProcess;
import io.jforge.runtime.Forge;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `kernel FILE`: serves one Jupyter connection; Jupyter starts this.
@Command(name = "kernel", hidden = true, description = "serve a Jupyter connection")
final class KernelCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the connection file")
    private Path connectionFile;

    @Override
    public Integer call() {
        return serve(connectionFile);
    }

    static int serve(Path connectionFile) {
        Interrupts.ignore();
        var forge = Forge.open(System.getenv());
        var history = History.open(forge.home().resolve("history.db"), KernelProcess::complain);
        var bench = Workbench.with(forge, history);
        KernelProcess.serve(connectionFile, bench.shell(), new Magics(bench.magics()), Workbench.renderer(), history);
        return 0;
    }
}
