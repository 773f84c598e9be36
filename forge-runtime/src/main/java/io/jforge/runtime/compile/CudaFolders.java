package io.jforge.runtime.compile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The folders of this machine where CUDA may be; no program is started to find them.
final class CudaFolders {
    private static final List<String> TOOLKIT_VARIABLES = List.of("CUDA_HOME", "CUDA_PATH");
    private static final List<String> ENVIRONMENT_VARIABLES = List.of("VIRTUAL_ENV", "CONDA_PREFIX");

    private final Map<String, String> environment;
    private final Path root;

    CudaFolders(Map<String, String> environment, Path root) {
        this.environment = Map.copyOf(environment);
        this.root = root;
    }

    /// Toolkits that the person names.
    List<Path> namedToolkits() {
        return TOOLKIT_VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .toList();
    }

    /// Toolkits where installers put them, and the one that nvcc on `PATH` is of.
    List<Path> toolkits() {
        var all = new LinkedHashSet<Path>();
        all.addAll(below(root.resolve("usr/local"), "cuda*"));
        all.add(root.resolve("opt/cuda"));
        all.add(root.resolve("usr/lib/cuda"));
        commands("nvcc").map(CudaFolders::real).forEach(nvcc -> all.add(up(nvcc, 2)));
        all.addAll(prefixes());
        return all.stream().filter(Files::isDirectory).toList();
    }

    /// Where Nsight Compute's own installer puts its command, the newest first.
    Stream<Path> nsightComputes() {
        return below(root.resolve("opt/nvidia/nsight-compute"), "[0-9]*").stream()
                .map(each -> each.resolve("ncu"));
    }

    /// Where a toolkit keeps its libraries.
    static List<Path> libraries(Path toolkit) {
        var all = new ArrayList<>(List.of(toolkit.resolve("lib64"), toolkit.resolve("lib")));
        below(toolkit.resolve("targets"), "*").forEach(target -> all.add(target.resolve("lib")));
        return all;
    }

    /// Where a toolkit keeps its headers.
    static List<Path> includes(Path toolkit) {
        var all = new ArrayList<>(List.of(toolkit.resolve("include")));
        below(toolkit.resolve("targets"), "*").forEach(target -> all.add(target.resolve("include")));
        return all;
    }

    List<Path> libraryPath() {
        return paths("LD_LIBRARY_PATH");
    }

    /// The loader's own folders: its defaults and what `ld.so.conf` adds.
    List<Path> loaderFolders() {
        var all = new LinkedHashSet<Path>();
        loaderConfiguration(root.resolve("etc/ld.so.conf"), all, 0);
        for (var folder : List.of("lib", "usr/lib", "lib64", "usr/lib64")) {
            all.add(root.resolve(folder));
            all.addAll(below(root.resolve(folder), "*-linux-gnu"));
        }
        return List.copyOf(all);
    }

    private void loaderConfiguration(Path file, Set<Path> to, int depth) {
        for (var line : lines(file)) {
            var text = line.strip();
            if (text.startsWith("/")) to.add(root.resolve(text.substring(1)));
            if (!text.startsWith("include ") || depth > 3) continue;
            var pattern = text.substring("include ".length()).strip();
            var absolute = pattern.startsWith("/") ? root.resolve(pattern.substring(1)) : file.resolveSibling(pattern);
            below(absolute.getParent(), absolute.getFileName().toString())
                    .forEach(included -> loaderConfiguration(included, to, depth + 1));
        }
    }

    /// The package folders of the Python on `PATH`, of the environment that is active, and of the person.
    List<Path> pythonPackages() {
        var all = new LinkedHashSet<>(paths("PYTHONPATH"));
        for (var prefix : prefixes())
            for (var library : List.of("lib", "lib64", "local/lib"))
                for (var python : below(prefix.resolve(library), "python3*"))
                    all.addAll(List.of(python.resolve("site-packages"), python.resolve("dist-packages")));
        return all.stream().filter(Files::isDirectory).toList();
    }

    /// Folders of that kind in Python's packages: `nvidia/cublas/lib` until CUDA 12, `nvidia/cu13/lib` since, and what
    /// PyTorch's own wheels hold.
    List<Path> packaged(String kind) {
        var all = new ArrayList<Path>();
        for (var packages : pythonPackages()) {
            for (var each : below(packages.resolve("nvidia"), "*")) all.add(each.resolve(kind));
            all.add(packages.resolve("torch").resolve(kind));
        }
        return all;
    }

    /// Folders with `bin` and `lib`: a Python's, found next to its program and next to what that links to.
    private List<Path> prefixes() {
        var all = new LinkedHashSet<Path>();
        for (var name : ENVIRONMENT_VARIABLES) all.addAll(paths(name));
        Stream.of("python3", "python").flatMap(this::commands).forEach(python -> {
            all.add(up(python, 2));
            // a shim of pyenv stands beside the folder of all its versions
            if (up(python, 1).endsWith("shims")) all.addAll(below(up(python, 2).resolve("versions"), "*"));
            all.add(up(real(python), 2));
        });
        all.add(root.resolve("usr"));
        all.add(root.resolve("usr/local"));
        paths("HOME").forEach(home -> all.add(home.resolve(".local")));
        return List.copyOf(all);
    }

    /// Programs of that name on `PATH`, in its order.
    Stream<Path> commands(String name) {
        return paths("PATH").stream().map(folder -> folder.resolve(name)).filter(Files::isExecutable);
    }

    private List<Path> paths(String variable) {
        return Arrays.stream(environment.getOrDefault(variable, "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .map(Path::toAbsolutePath)
                .toList();
    }

    /// The entries of a folder whose names match, the highest version first; none where there is no such
    /// folder.
    static List<Path> below(Path folder, String pattern) {
        if (!Files.isDirectory(folder)) return List.of();
        try (var entries = Files.newDirectoryStream(folder, pattern)) {
            var all = new ArrayList<Path>();
            entries.forEach(all::add);
            all.sort(Comparator.comparing(CudaFolders::version).reversed().thenComparing(Comparator.naturalOrder()));
            return all;
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static CudaVersion version(Path folder) {
        return CudaVersion.in(folder.getFileName().toString()).orElse(new CudaVersion(0, 0));
    }

    private static Path up(Path path, int levels) {
        var above = path;
        for (int i = 0; i < levels && above.getParent() != null; i++) above = above.getParent();
        return above;
    }

    static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException broken) {
            return path;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
