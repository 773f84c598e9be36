package io.jforge.runtime.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what compiles CUDA on this machine: NVRTC, nvcc, CUDA's headers.
///
/// Looked through: the toolkit that `CUDA_HOME` or `CUDA_PATH` names, `LD_LIBRARY_PATH`, other toolkits,
/// the loader's folders, Python's packages (PyTorch brings NVRTC), and what JForge fetched before.
public final class CudaTools {
    private static final CudaVersion OLDEST = new CudaVersion(11, 8);
    private static final Pattern BUILTINS = Pattern.compile("libnvrtc-builtins\\.so\\.(\\d+\\.\\d+)");
    private static final Pattern LIBRARY = Pattern.compile("libnvrtc\\.so\\.(\\d+)(\\.\\d+)*");
    private static final Pattern NUMBER = Pattern.compile("#define\\s+(?:CUDART_VERSION|CUDA_VERSION)\\s+(\\d{5})");
    private static final Pattern ARCHITECTURE = Pattern.compile("sm_(\\d{2,3})");

    private final CudaFolders folders;
    private final Map<String, String> environment;
    private final Path cache;
    private final Child child = new Child(Duration.ofSeconds(20), 4L << 30);

    /// @param environment as `System.getenv()` gives it
    /// @param cache the folder for what is fetched; it need not exist
    public CudaTools(Map<String, String> environment, Path cache) {
        this(environment, cache, Path.of("/"));
    }

    CudaTools(Map<String, String> environment, Path cache, Path root) {
        this.environment = Map.copyOf(environment);
        this.folders = new CudaFolders(environment, root);
        this.cache = cache;
    }

    /// Every NVRTC from CUDA 11.8 on, the one to try first first: what the person names, then the newest.
    public List<Nvrtc> nvrtcs() {
        var named = nvrtcs(libraries(folders.namedToolkits()), "CUDA_HOME or CUDA_PATH");
        var path = nvrtcs(folders.libraryPath(), "LD_LIBRARY_PATH");
        var others = Stream.of(
                        nvrtcs(libraries(folders.toolkits()), "a CUDA toolkit"),
                        nvrtcs(folders.loaderFolders(), "the system's libraries"),
                        nvrtcs(folders.packaged("lib"), "a Python package"),
                        nvrtcs(List.of(NvrtcFetch.folder(cache)), "fetched by JForge"))
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Nvrtc::version).reversed());
        return distinct(Stream.of(named.stream(), path.stream(), others).flatMap(all -> all));
    }

    /// What can be fetched when there is none.
    public NvrtcFetch fetch() {
        return new NvrtcFetch(environment, folders, cache);
    }

    /// The nvcc of `PATH`, else of a toolkit.
    public Optional<Nvcc> nvcc() {
        var toolkits = Stream.concat(folders.namedToolkits().stream(), folders.toolkits().stream())
                .map(toolkit -> toolkit.resolve("bin/nvcc"))
                .filter(Files::isExecutable);
        return Stream.concat(folders.commands("nvcc"), toolkits)
                .distinct()
                .map(this::asked)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Nsight Compute: of the toolkit that the person names, of `PATH`, of a toolkit, else of its own installer.
    ///
    /// @throws MissingTool if there is none
    public Ncu ncu() {
        var path = folders.commands("ncu");
        var named = inToolkits("ncu", folders.namedToolkits());
        return Stream.of(named, path, inToolkits("ncu", folders.toolkits()), folders.nsightComputes())
                .flatMap(all -> all)
                .filter(Files::isExecutable)
                .distinct()
                .map(Ncu::asked)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new MissingTool("no ncu found, which reads a GPU's counters: install Nsight Compute"
                        + " (it comes with the CUDA toolkit), or put its folder on PATH"));
    }

    /// compute-sanitizer: of the toolkit that the person names, of `PATH`, else of a toolkit.
    ///
    /// @throws MissingTool if there is none
    public ComputeSanitizer computeSanitizer() {
        var name = "compute-sanitizer";
        var named = inToolkits(name, folders.namedToolkits());
        return Stream.of(named, folders.commands(name), inToolkits(name, folders.toolkits()))
                .flatMap(all -> all)
                .filter(Files::isExecutable)
                .findFirst()
                .map(ComputeSanitizer::new)
                .orElseThrow(() -> new MissingTool("no compute-sanitizer found, which watches what a program reads and"
                        + " writes: install it (it comes with the CUDA toolkit), or put its folder on PATH"));
    }

    private static Stream<Path> inToolkits(String name, List<Path> toolkits) {
        return toolkits.stream().map(toolkit -> toolkit.resolve("bin").resolve(name));
    }

    /// What tells machine code: beside nvcc, on `PATH`, in a toolkit, else in a Python package (Triton brings it).
    ///
    /// @throws MissingTool if there is none
    public Disassembler disassembler() {
        var toolkits = Stream.concat(folders.namedToolkits().stream(), folders.toolkits().stream())
                .map(toolkit -> toolkit.resolve("bin"));
        var path = Disassembler.NAMES.stream().flatMap(folders::commands).map(Path::getParent);
        var packages = Stream.concat(
                folders.packaged("bin").stream(),
                folders.pythonPackages().stream().map(each -> each.resolve("triton/backends/nvidia/bin")));
        return Stream.of(toolkits, path, packages)
                .flatMap(all -> all)
                .flatMap(folder -> Disassembler.NAMES.stream().map(folder::resolve))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Disassembler::of)
                .orElseThrow(() -> new MissingTool("neither nvdisasm nor cuobjdump found, which write machine code as"
                        + " text: they come with the CUDA toolkit, or by pip install nvidia-cuda-nvdisasm;"
                        + " --ptx needs neither"));
    }

    /// Every set of headers on this machine, the nearest to a compiler of that version first.
    public List<CudaHeaders> headers(CudaVersion compiler) {
        var named = folders.namedToolkits().stream().map(toolkit -> headers(toolkit, "CUDA_HOME or CUDA_PATH"));
        var toolkits = folders.toolkits().stream().map(toolkit -> headers(toolkit, "a CUDA toolkit"));
        var packages = folders.pythonPackages().stream().flatMap(this::packaged);
        return Stream.of(named, toolkits, packages)
                .flatMap(all -> all)
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(
                        found -> CudaFolders.real(found.folders().getFirst()),
                        found -> found,
                        (first, _) -> first,
                        LinkedHashMap::new))
                .values()
                .stream()
                .sorted(Comparator.comparingInt(headers -> headers.distance(compiler)))
                .toList();
    }

    private static List<Path> libraries(List<Path> toolkits) {
        return toolkits.stream()
                .flatMap(toolkit -> CudaFolders.libraries(toolkit).stream())
                .toList();
    }

    private static List<Nvrtc> nvrtcs(List<Path> folders, String place) {
        return folders.stream().flatMap(folder -> nvrtcs(folder, place)).toList();
    }

    /// The builtins' name tells the version: the library's is `.so.11.2` for all of 11.2 to 11.8.
    private static Stream<Nvrtc> nvrtcs(Path folder, String place) {
        return CudaFolders.below(folder, "libnvrtc-builtins.so.*").stream().flatMap(builtins -> {
            var name = BUILTINS.matcher(builtins.getFileName().toString());
            var version = name.matches() ? CudaVersion.in(name.group(1)) : Optional.<CudaVersion>empty();
            return version
                    .filter(v -> v.compareTo(OLDEST) >= 0)
                    .flatMap(v -> library(folder, v.major()).map(library -> new Nvrtc(library, builtins, v, place)))
                    .stream();
        });
    }

    private static Optional<Path> library(Path folder, int major) {
        return CudaFolders.below(folder, "libnvrtc.so.*").stream()
                .filter(file -> {
                    var name = LIBRARY.matcher(file.getFileName().toString());
                    return name.matches() && Integer.parseInt(name.group(1)) == major;
                })
                .min(Comparator.comparingInt(file -> file.toString().length()));
    }

    private static List<Nvrtc> distinct(Stream<Nvrtc> all) {
        return List.copyOf(all.collect(Collectors.toMap(
                        found -> CudaFolders.real(found.library()),
                        found -> found,
                        (first, _) -> first,
                        LinkedHashMap::new))
                .values());
    }

    private Optional<CudaHeaders> headers(Path toolkit, String place) {
        return CudaFolders.includes(toolkit).stream()
                .filter(folder -> Files.isRegularFile(folder.resolve(CudaHeaders.NAMES.getFirst())))
                .findFirst()
                .map(folder -> set(List.of(folder, folder.resolve("cccl")), place));
    }

    /// The headers of Python's packages lie in several: those of one version are searched together.
    private Stream<Optional<CudaHeaders>> packaged(Path packages) {
        var nvidia = packages.resolve("nvidia");
        var split = Stream.of("cuda_runtime", "cuda_nvcc", "cuda_crt", "cuda_cccl")
                .map(name -> nvidia.resolve(name).resolve("include"))
                .toList();
        var whole = CudaFolders.below(nvidia, "cu[0-9]*").stream()
                .map(each -> each.resolve("include"))
                .map(folder -> List.of(folder, folder.resolve("cccl")));
        return Stream.concat(whole, Stream.of(split))
                .filter(all -> Files.isRegularFile(all.getFirst().resolve(CudaHeaders.NAMES.getFirst())))
                .map(all -> Optional.of(set(all, "a Python package")));
    }

    private static CudaHeaders set(List<Path> folders, String place) {
        var there = folders.stream().filter(Files::isDirectory).toList();
        return new CudaHeaders(there, version(there.getFirst()), place);
    }

    private static Optional<CudaVersion> version(Path folder) {
        return Stream.of("cuda_runtime_api.h", "cuda.h")
                .map(folder::resolve)
                .filter(Files::isReadable)
                .map(CudaTools::text)
                .map(NUMBER::matcher)
                .filter(java.util.regex.Matcher::find)
                .map(found -> CudaVersion.ofNumber(Integer.parseInt(found.group(1))))
                .findFirst();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private Optional<Nvcc> asked(Path command) {
        var version = child.run(Path.of("/"), List.of(command.toString(), "--version"));
        var codes = child.run(Path.of("/"), List.of(command.toString(), "--list-gpu-code"));
        if (!version.well() || !codes.well()) return Optional.empty();
        var known = ARCHITECTURE
                .matcher(codes.output())
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
        var release = version.output().substring(Math.max(0, version.output().indexOf("release")));
        return CudaVersion.in(release).map(number -> new Nvcc(command, number, known));
    }
}
