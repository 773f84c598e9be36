package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The folder by which Jupyter knows this kernel.
record Kernelspec(Path folder) {
    private static final String NAME = "jforge";

    /// In the person's own Jupyter folder.
    static Kernelspec ofUser(Map<String, String> environment) {
        var asked = environment.get("JUPYTER_DATA_DIR");
        if (asked != null && !asked.isBlank()) return in(Path.of(asked));
        var home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac"))
            return in(home.resolve("Library/Jupyter"));
        var data = environment.get("XDG_DATA_HOME");
        return in((data == null || data.isBlank() ? home.resolve(".local/share") : Path.of(data)).resolve("jupyter"));
    }

    /// Under a prefix such as a virtual environment.
    static Kernelspec ofPrefix(Path prefix) {
        return in(prefix.toAbsolutePath().resolve("share/jupyter"));
    }

    private static Kernelspec in(Path data) {
        return new Kernelspec(data.resolve("kernels").resolve(NAME));
    }

    boolean isInstalled() {
        return Files.isReadable(folder.resolve("kernel.json"));
    }

    void install(List<String> command) {
        var spec = Json.object();
        command.forEach(spec.putArray("argv")::add);
        spec.put("display_name", "Java (JForge)").put("language", "java").put("interrupt_mode", "message");
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve("kernel.json"),
                    Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(spec) + "\n");
        } catch (IOException failed) {
            throw new StoreException("cannot write the kernelspec to " + folder + " (" + failed.getMessage()
                    + "): give a folder that you can write with --prefix, or set JUPYTER_DATA_DIR");
        }
    }

    void uninstall() {
        Folders.delete(folder);
    }
}
