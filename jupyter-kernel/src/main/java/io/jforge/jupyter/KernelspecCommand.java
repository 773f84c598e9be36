package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `kernelspec install|list|uninstall`: tells Jupyter about this kernel, shows where it did, or takes it back.
@Command(name = "kernelspec", description = "install the kernel for Jupyter, list where it is, or uninstall it")
final class KernelspecCommand implements Runnable {
    @ParentCommand
    private JForgeCommand parent;

    /// Where: one of them.
    static final class Where {
        @Option(names = "--user", description = "for this user (default)")
        private boolean user;

        @Option(names = "--prefix", paramLabel = "P", description = "under P/share/jupyter")
        private Path prefix;

        @Option(names = "--sys-prefix", description = "in the virtual environment that is active")
        private boolean virtualEnvironment;

        @Option(names = "--system", description = "for all users of this machine")
        private boolean system;

        private Path data() {
            if (prefix != null) return JupyterFolders.ofPrefix(prefix);
            if (system) return JupyterFolders.ofSystem();
            return virtualEnvironment
                    ? JupyterFolders.here().ofVirtualEnvironment()
                    : JupyterFolders.here().user();
        }
    }

    private static Kernelspec spec(Where where, String name) {
        return Kernelspec.in((where == null ? new Where() : where).data(), name);
    }

    @Command(name = "install", description = "install the kernelspec")
    int install(
            @ArgGroup Where where,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            defaultValue = Kernelspec.USUAL_NAME,
                            description = "what --kernel will name it (default: ${DEFAULT-VALUE})")
                    String name,
            @Option(names = "--display-name", paramLabel = "TEXT", description = "what clients will call it")
                    String displayName,
            @Option(
                            names = "--env",
                            paramLabel = "NAME=VALUE",
                            mapFallbackValue = Option.NULL_VALUE,
                            description = "a variable that the kernel gets; may be repeated")
                    Map<String, String> environment,
            @Option(names = "--enable-preview", description = "with the preview features of this Java") boolean preview,
            @Option(names = "--json", description = "print JSON") boolean json) {
        var spec = spec(where, name);
        var shown = displayName == null ? usualDisplayName(name, preview) : displayName;
        var command = preview
                ? Installation.here().previewCommand()
                : Installation.here().kernelCommand();
        var content = new KernelspecContent(command, shown, complete(environment == null ? Map.of() : environment));
        spec.install(preview ? content.withPreview() : content);
        tell(json, "installed", spec);
        return 0;
    }

    /// Two kernels of one name could not be told apart in a client's menu.
    private static String usualDisplayName(String name, boolean preview) {
        if (!name.equals(Kernelspec.USUAL_NAME)) return "Java (%s)".formatted(name);
        return preview ? "Java (JForge, preview)" : KernelspecContent.USUAL_DISPLAY_NAME;
    }

    private static Map<String, String> complete(Map<String, String> environment) {
        environment.forEach((name, value) -> {
            if (value == null) throw new SpecException("--env wants NAME=VALUE, and has '%s'".formatted(name));
        });
        return environment;
    }

    @Command(name = "list", description = "where this kernel is installed, and whether what it starts is there")
    int list(@Option(names = "--json", description = "print JSON") boolean json) {
        var all = InstalledKernelspec.all(JupyterFolders.here());
        if (json) {
            var object = Json.object();
            var array = object.putArray("kernelspecs");
            all.forEach(each -> array.add(each.json()));
            parent.terminal().json(object.toString());
        } else {
            all.forEach(each -> parent.terminal().out().println(each.line()));
            if (all.isEmpty()) parent.terminal().out().println(noneYet());
        }
        return 0;
    }

    private static String noneYet() {
        return "not installed; `jforge kernelspec install` would put it at "
                + Kernelspec.ofUser(JupyterFolders.here()).folder();
    }

    @Command(name = "uninstall", description = "remove the kernelspec")
    int uninstall(
            @ArgGroup Where where,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            defaultValue = Kernelspec.USUAL_NAME,
                            description = "which one (default: ${DEFAULT-VALUE})")
                    String name,
            @Option(names = "--json", description = "print JSON") boolean json) {
        var spec = spec(where, name);
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

    /// Without a verb: as `list`.
    @Override
    public void run() {
        list(false);
    }
}
