package io.jforge.jupyter.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What cells start with.
///
/// @param visibleJars jars and class folders whose types cells may name
/// @param exposed single classes that cells may name although their jar is not visible; they must lean on visible
///     types alone
/// @param prelude declarations evaluated before the first cell, such as imports
/// @param compilerOptions further options of the compiler, such as `--enable-preview`
public record ShellSetup(
        List<Path> visibleJars, List<Class<?>> exposed, List<String> prelude, List<String> compilerOptions) {

    /// Imports that Java people expect not to write in a notebook.
    public static final List<String> USUAL_IMPORTS = List.of(
            "import java.util.*;",
            "import java.util.stream.*;",
            "import java.util.function.*;",
            "import java.util.regex.*;",
            "import java.util.concurrent.*;",
            "import java.util.concurrent.atomic.*;",
            "import java.io.*;",
            "import java.math.*;",
            "import java.net.*;",
            "import java.nio.charset.*;",
            "import java.nio.file.*;",
            "import java.time.*;",
            "import java.time.format.*;");

    public ShellSetup {
        visibleJars = List.copyOf(visibleJars);
        exposed = List.copyOf(exposed);
        prelude = List.copyOf(prelude);
        compilerOptions = List.copyOf(compilerOptions);
    }

    /// Plain Java with the usual imports.
    public static ShellSetup plain() {
        return new ShellSetup(List.of(), List.of(), USUAL_IMPORTS, List.of());
    }

    /// The same with the preview features of this Java, which the JVM must have been started with too:
    /// `--enable-preview`.
    public ShellSetup withPreview() {
        List<String> options = new ArrayList<>(compilerOptions);
        options.addAll(
                List.of("--enable-preview", "-source", "" + Runtime.version().feature()));
        return new ShellSetup(visibleJars, exposed, prelude, options);
    }

    /// Those entries of this process's class path that a cell may see, told by what their path holds.
    public static List<Path> fromClassPath(List<String> wanted) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> wanted.stream().anyMatch(entry::contains))
                .map(Path::of)
                .toList();
    }
}
