package io.jforge.jupyter;

import io.jforge.runtime.spec.SpecException;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Where Jupyter looks for kernels, as a process's environment has it.
record JupyterFolders(Map<String, String> environment) {
    private static final String SHARE = "share/jupyter";

    /// One of them.
    ///
    /// @param name how a person calls it
    record Place(String name, Path data) {}

    static JupyterFolders here() {
        return new JupyterFolders(System.getenv());
    }

    /// The person's own.
    Path user() {
        var asked = value("JUPYTER_DATA_DIR");
        if (asked.isPresent()) return asked.get();
        var home = value("HOME").orElse(Path.of(System.getProperty("user.home")));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac"))
            return home.resolve("Library/Jupyter");
        return value("XDG_DATA_HOME").orElse(home.resolve(".local/share")).resolve("jupyter");
    }

    /// Under a prefix such as a virtual environment.
    static Path ofPrefix(Path prefix) {
        return prefix.toAbsolutePath().resolve(SHARE);
    }

    /// That of the virtual environment that is active.
    ///
    /// @throws SpecException when none is
    Path ofVirtualEnvironment() {
        return virtualEnvironment()
                .orElseThrow(() -> new SpecException("no virtual environment is active (neither VIRTUAL_ENV nor "
                        + "CONDA_PREFIX is set): activate one, or give its folder with --prefix"));
    }

    private Optional<Path> virtualEnvironment() {
        return value("VIRTUAL_ENV").or(() -> value("CONDA_PREFIX")).map(JupyterFolders::ofPrefix);
    }

    /// For all users of this machine.
    static Path ofSystem() {
        return Path.of("/usr/local", SHARE);
    }

    /// All of them, in the order in which Jupyter asks them.
    List<Place> all() {
        var places = new ArrayList<Place>();
        Stream.of(environment.getOrDefault("JUPYTER_PATH", "").split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .forEach(entry -> places.add(new Place("JUPYTER_PATH", Path.of(entry))));
        places.add(new Place("user", user()));
        virtualEnvironment().ifPresent(data -> places.add(new Place("environment", data)));
        for (var system : Arrays.asList(ofSystem(), Path.of("/usr", SHARE))) places.add(new Place("system", system));
        return places;
    }

    private Optional<Path> value(String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }
}
