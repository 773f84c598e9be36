package io.jforge.runtime.compile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the vendors' matrix products on this machine, where NVRTC is looked for too: toolkits, `LD_LIBRARY_PATH`, the
/// loader's folders, Python's packages.
public final class BlasLibraries {
    private static final int OLDEST_CUBLAS = 12;
    private static final Pattern CUBLAS = Pattern.compile("libcublas\\.so\\.(\\d+)");
    private static final List<String> OPENBLAS = List.of("libopenblas.so.0", "libopenblas.so", "libopenblas.dylib");

    private final CudaFolders folders;

    /// @param environment as `System.getenv()` gives it
    public BlasLibraries(Map<String, String> environment) {
        this(environment, Path.of("/"));
    }

    BlasLibraries(Map<String, String> environment, Path root) {
        folders = new CudaFolders(environment, root);
    }

    /// The cuBLAS 12 or newer that is nearest: what the person names first.
    ///
    /// @param driver the CUDA version that the driver speaks; a library of a later one would not start
    public Optional<Path> cublas(int driver) {
        return places().flatMap(folder -> CudaFolders.below(folder, "libcublas.so.*").stream())
                .filter(file -> isBetween(file, driver))
                .findFirst();
    }

    private static boolean isBetween(Path file, int driver) {
        var name = CUBLAS.matcher(file.getFileName().toString());
        if (!name.matches()) return false;
        int version = Integer.parseInt(name.group(1));
        return version >= OLDEST_CUBLAS && version <= driver;
    }

    public Optional<Path> openblas() {
        return places().flatMap(folder -> OPENBLAS.stream().map(folder::resolve))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Stream<Path> places() {
        var toolkits = Stream.concat(folders.namedToolkits().stream(), folders.toolkits().stream())
                .flatMap(toolkit -> CudaFolders.libraries(toolkit).stream());
        return Stream.of(
                        folders.libraryPath().stream(),
                        toolkits,
                        folders.packaged("lib").stream(),
                        folders.loaderFolders().stream(),
                        Stream.of(Path.of("/opt/homebrew/opt/openblas/lib")))
                .flatMap(all -> all);
    }
}
