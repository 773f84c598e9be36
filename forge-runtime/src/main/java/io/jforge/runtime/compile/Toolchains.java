package io.jforge.runtime.compile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds a C compiler and the flags that work with it, by compiling with each.
public final class Toolchains {
    private static final List<String> NAMES = List.of("gcc", "clang", "cc");
    private static final String PROBE = """
            #include <math.h>
            #ifdef _OPENMP
            #include <omp.h>
            int probe(void) { return omp_get_max_threads(); }
            #else
            int probe(void) { return 1; }
            #endif
            """;

    private final Map<String, String> environment;
    private final Duration patience;
    private final Child child;

    /// @param environment `CC` and `PATH` are read
    public Toolchains(Map<String, String> environment) {
        this(environment, Duration.ofSeconds(30));
    }

    /// @param patience for each program that is tried
    Toolchains(Map<String, String> environment, Duration patience) {
        this.environment = Map.copyOf(environment);
        this.patience = patience;
        this.child = new Child(patience, 4L << 30);
    }

    /// The compiler that `CC` names, else gcc, else clang; the first that compiles a probe.
    ///
    /// @throws MissingTool if there is none that works
    public Toolchain find() {
        var asked = environment.get("CC");
        var names = asked == null || asked.isBlank() ? NAMES : List.of(asked.strip());
        var found = names.stream().map(this::onPath).flatMap(Optional::stream).toList();
        if (found.isEmpty()) throw new MissingTool(nothing(asked));
        return found.stream()
                .map(this::tried)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new MissingTool(
                        found.getFirst() + " is there but does not compile a shared library; is its C library"
                                + " installed (Debian: apt install gcc libc6-dev)?"));
    }

    private static String nothing(String asked) {
        var which = asked == null ? "no C compiler found" : "CC names '" + asked + "', which is not on PATH";
        return which + ": install gcc (Debian: apt install gcc; Fedora: dnf install gcc) or clang (macOS:"
                + " xcode-select --install)";
    }

    private Optional<Path> onPath(String name) {
        if (name.contains(File.separator))
            return Optional.of(Path.of(name).toAbsolutePath()).filter(Files::isExecutable);
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// With OpenMP the usual way, with OpenMP as Apple's clang wants it, and without.
    private Optional<Toolchain> tried(Path command) {
        var openmp = Stream.of(List.of("-fopenmp"), List.of("-Xclang", "-fopenmp"));
        return Stream.concat(openmp, Stream.of(List.<String>of()))
                .map(flags -> tried(command, flags))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Toolchain tried(Path command, List<String> openmp) {
        var tuned = isArm() ? "-mcpu=native" : "-march=native";
        var compile = new ArrayList<>(List.of("-std=gnu11", "-O3", tuned, "-fPIC"));
        compile.addAll(openmp);
        var link = new ArrayList<>(List.of("-shared"));
        link.addAll(openmp.contains("-Xclang") ? List.of("-lomp") : openmp);
        link.add("-lm");
        var toolchain = new Toolchain(command, version(command), compile, link, !openmp.isEmpty());
        return compiles(toolchain) ? toolchain : null;
    }

    private boolean compiles(Toolchain toolchain) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("jforge-probe");
            var source = Files.writeString(folder.resolve("probe.c"), PROBE);
            var command = new ArrayList<>(List.of(toolchain.command().toString()));
            command.addAll(toolchain.compileFlags());
            command.addAll(
                    List.of(source.toString(), "-o", folder.resolve("probe.so").toString()));
            command.addAll(toolchain.linkFlags());
            return answered(command, child.run(folder, command)).well() && Files.exists(folder.resolve("probe.so"));
        } catch (IOException failed) {
            throw new MissingTool("cannot write to the temporary folder: " + failed.getMessage()
                    + "; set TMPDIR or java.io.tmpdir to one that is writable");
        } finally {
            Folders.delete(folder);
        }
    }

    private String version(Path command) {
        var asking = List.of(command.toString(), "--version");
        return answered(asking, child.run(Path.of("."), asking))
                .output()
                .lines()
                .findFirst()
                .orElse("unknown");
    }

    /// One that hangs now hangs every time.
    private Child.Ended answered(List<String> command, Child.Ended ended) {
        if (ended.late())
            throw new MissingTool("%s did not answer in %.1f s: is it a C compiler? CC=... names another"
                    .formatted(command.getFirst(), patience.toMillis() / 1000.0));
        return ended;
    }

    private static boolean isArm() {
        return System.getProperty("os.arch").equals("aarch64");
    }
}
