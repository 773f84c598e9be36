package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `kernelspec install|uninstall`: tells Jupyter about this kernel, or takes it back.
@Command(name = "kernelspec", description = "install the kernel for Jupyter, or uninstall it")
final class KernelspecCommand implements Runnable {
    @ParentCommand
    private JForgeCommand parent;

    /// Where: one of them.
    static final class Where {
        @Option(names = "--user", description = "for this user (default)")
        private boolean user;

        @Option(
                names = "--prefix",
                paramLabel = "P",
                description = "under P/share/jupyter, as for a virtual environment")
        private Path prefix;
    }

    private static Kernelspec spec(Where where) {
        return where == null || where.prefix == null
                ? Kernelspec.ofUser(System.getenv())
                : Kernelspec.ofPrefix(where.prefix);
    }

    @Command(name = "install", description = "install the kernelspec")
    int install(@ArgGroup Where where, @Option(names = "--json", description = "print JSON") boolean json) {
        var spec = spec(where);
        spec.install(Installation.here().kernelCommand());
        tell(json, "installed", spec);
        return 0;
    }

    @Command(name = "uninstall", description = "remove the kernelspec")
    int uninstall(@ArgGroup Where where, @Option(names = "--json", description = "print JSON") boolean json) {
        var spec = spec(where);
        boolean was = spec.isInstalled();
        spec.uninstall();
        tell(json, was ? "removed" : "nothing to remove at", spec);
        return 0;
    }

    private void tell(boolean json, String what, Kernelspec spec) {
        if (json)
            parent.terminal()
                    .json(Json.object()
                            .put("kernelspec", spec.folder().toString())
                            .put("installed", spec.isInstalled())
                            .toString());
        else parent.terminal().out().println(what + " " + spec.folder());
    }

    /// Without a verb: where it is.
    @Override
    public void run() {
        var spec = Kernelspec.ofUser(System.getenv());
        parent.terminal()
                .out()
                .println((spec.isInstalled()
                                ? "installed at "
                                : "not installed; `jforge kernelspec install` would put it at ")
                        + spec.folder());
    }
}
