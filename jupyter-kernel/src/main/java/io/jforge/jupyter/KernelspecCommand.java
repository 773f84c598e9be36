package io.jforge.jupyter;

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
    int install(@ArgGroup Where where) {
        var spec = spec(where);
        spec.install(Installation.here().kernelCommand());
        parent.terminal().out().println("installed " + spec.folder());
        return 0;
    }

    @Command(name = "uninstall", description = "remove the kernelspec")
    int uninstall(@ArgGroup Where where) {
        var spec = spec(where);
        boolean was = spec.isInstalled();
        spec.uninstall();
        parent.terminal().out().println((was ? "removed " : "nothing to remove at ") + spec.folder());
        return 0;
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
