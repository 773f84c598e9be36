package io.jforge.runtime.measure;

import io.jforge.runtime.spec.SpecException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Finds the Python that has PyTorch: the one that the person names, else the active environment's, else the first of
/// `PATH`.
public final class Pythons {
    private static final String VARIABLE = "JFORGE_PYTHON";
    private static final String HAS_TORCH =
            "import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('torch') else 1)";
    private static final long SECONDS = 10;

    private final Map<String, String> environment;

    /// @param environment as `System.getenv()` gives it
    public Pythons(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /// Asks each for the package, without importing it: some 50 ms a Python.
    ///
    /// @param asked what `--python` says; empty: `JFORGE_PYTHON`
    /// @throws SpecException if the one that is named is no program
    public Had<Path> withTorch(String asked) {
        var named = asked.isEmpty() ? environment.getOrDefault(VARIABLE, "") : asked;
        if (!named.isBlank()) {
            var python = named(named);
            return hasTorch(python) ? Had.got(python) : Had.missing(python + " has no PyTorch");
        }
        return usual().filter(this::hasTorch)
                .findFirst()
                .map(Had::got)
                .orElseGet(() -> Had.missing("no Python with PyTorch found: name one with --python or " + VARIABLE));
    }

    private Path named(String name) {
        var places = name.contains(File.separator) ? Stream.of(Path.of(name)) : onPath(name);
        return places.filter(Pythons::isProgram)
                .findFirst()
                .map(Path::toAbsolutePath)
                .orElseThrow(() -> new SpecException(
                        "no Python '%s': --python and %s take a program's path or name".formatted(name, VARIABLE)));
    }

    private Stream<Path> usual() {
        var environments = Stream.of("VIRTUAL_ENV", "CONDA_PREFIX")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(prefix -> !prefix.isBlank())
                .map(prefix -> Path.of(prefix, "bin", "python"));
        var system = Stream.of(Path.of("/usr/bin/python3"));
        return Stream.of(environments, onPath("python3"), onPath("python"), system)
                .flatMap(all -> all)
                .filter(Pythons::isProgram)
                .distinct();
    }

    private Stream<Path> onPath(String name) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Pythons::isProgram);
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private boolean hasTorch(Path python) {
        Optional<Process> asked = Optional.empty();
        try {
            asked = Optional.of(process(python, List.of("-c", HAS_TORCH), environment)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
            return asked.get().waitFor(SECONDS, TimeUnit.SECONDS) && asked.get().exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            asked.ifPresent(Process::destroyForcibly);
        }
    }

    /// A Python's process with what it, PyTorch and its compilers read of the person's environment, and no more.
    static ProcessBuilder process(Path python, List<String> arguments, Map<String, String> environment) {
        var command = new ArrayList<>(List.of(python.toString()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        environment.forEach((name, value) -> {
            if (KEPT.stream().anyMatch(name::startsWith)) builder.environment().put(name, value);
        });
        return builder;
    }

    private static final List<String> KEPT = List.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "TMPDIR",
            "LANG",
            "LC_",
            "LD_LIBRARY_PATH",
            "DYLD_",
            "PYTHON",
            "PYENV_",
            "VIRTUAL_ENV",
            "CONDA_",
            "CUDA_",
            "NVIDIA_",
            "TORCH",
            "PYTORCH_",
            "TRITON_",
            "OMP_",
            "MKL_",
            "CC",
            "CXX",
            "XDG_CACHE_HOME");
}
