package io.jforge.runtime.compile;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The CUDA compilers of this machine, each found once and neither fetched, and a task for them to compile
/// for.
public final class CudaHere {
    /// Newer than any compiler there may be: nothing here is loaded by a driver.
    static final CudaVersion ANY_DRIVER = new CudaVersion(99, 0);

    static final CudaArch SM_80 = CudaArch.named("sm_80");
    public static final CudaArch SM_90 = CudaArch.named("sm_90");

    public static final Task SOFTMAX = Task.of(
            new Catalogue().find("softmax").op(),
            "64x128",
            "f32",
            new Target("cuda", "cuda:0", "test", 132, 50L << 20, 140L << 30, "sm_90"));

    public static final CudaTools TOOLS = new CudaTools(System.getenv(), cache());
    private static final Optional<Nvrtc> NVRTC = TOOLS.nvrtcs().stream().findFirst();
    private static final Optional<Nvcc> NVCC = TOOLS.nvcc();

    static {
        if (NVRTC.isEmpty()) say("NVRTC", "there is none on this machine, nor in " + cache());
        if (NVCC.isEmpty()) say("nvcc", "it is not on PATH");
    }

    private CudaHere() {}

    /// Where a JForge of this person would have put what it fetched.
    private static Path cache() {
        var home = System.getenv("JFORGE_HOME");
        var data = Path.of(System.getProperty("user.home"), ".local", "share", "jforge");
        return (home == null ? data : Path.of(home)).resolve("nvrtc");
    }

    private static void say(String what, String why) {
        System.out.println("skipping the tests with " + what + ": " + why);
    }

    static Optional<Nvrtc> nvrtc() {
        return NVRTC;
    }

    static Optional<Nvcc> nvcc() {
        return NVCC;
    }

    /// Whether anything here compiles CUDA.
    public static boolean hasCompiler() {
        return NVRTC.isPresent() || NVCC.isPresent();
    }

    /// A machine that has this one's nvcc and nothing else of CUDA, all in a folder; empty where there is no nvcc.
    public static Optional<CudaTools> onlyNvcc(Path folder) {
        return NVCC.map(nvcc -> {
            try {
                var bin = Files.createDirectories(folder.resolve("bin"));
                var script = Files.writeString(bin.resolve("nvcc"), "#!/bin/sh\nexec " + nvcc.command() + " \"$@\"\n");
                Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
                return new CudaTools(Map.of("PATH", bin.toString()), folder.resolve("cache"), folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /// The nvcc of this machine.
    public static Optional<Path> nvccCommand() {
        return NVCC.map(Nvcc::command);
    }

    public static boolean hasNvrtc() {
        return NVRTC.isPresent();
    }

    /// The NVRTC of this machine, in a process of its own.
    public static CudaCompiler nvrtc(Path folder, CudaArch device) {
        return withNvrtc(folder, device).findFirst().orElseThrow();
    }

    static CudaSetting setting(Path folder, CudaArch device) {
        var headers = NVRTC.stream()
                .flatMap(nvrtc -> TOOLS.headers(nvrtc.version()).stream())
                .findFirst()
                .orElse(CudaHeaders.none());
        return new CudaSetting(device, headers, folder, Duration.ofSeconds(30), 4L << 30);
    }

    /// Each compiler there is, held short.
    public static Stream<CudaCompiler> held(Path folder, Duration deadline, long memoryBytes) {
        var setting = new CudaSetting(SM_90, CudaHeaders.none(), folder, deadline, memoryBytes);
        return Stream.concat(
                NVRTC.stream().map(nvrtc -> new NvrtcCompiler(nvrtc, setting, 1)),
                NVCC.stream()
                        .map(nvcc -> new NvccCompiler(
                                nvcc,
                                new CudaSetting(SM_90, CudaHeaders.none(), below(folder), deadline, memoryBytes))));
    }

    /// Each compiler there is, in a folder of its own below this one.
    public static Stream<CudaCompiler> all(Path folder, CudaArch device) {
        return Stream.concat(
                withNvrtc(folder, device),
                NVCC.stream().map(nvcc -> new NvccCompiler(nvcc, setting(below(folder), device))));
    }

    private static Path below(Path folder) {
        try {
            return Files.createDirectory(folder.resolve("nvcc"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<CudaCompiler> withNvrtc(Path folder, CudaArch device) {
        return NVRTC.stream().map(nvrtc -> new NvrtcCompiler(nvrtc, setting(folder, device), 1));
    }

    /// A softmax with this body, and `head` before the function; `x`, `y`, `rows` and `cols` are at hand.
    public static Source softmax(String statements, String head, String body) {
        return Source.parse("""
                /* forge 1 cuda softmax
                 * %s launch softmax grid(rows) block(128) args(x, y, rows, cols)
                 */
                %s
                extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
                %s
                }
                """.formatted(statements, head, body));
    }

    public static Source softmax(String head, String body) {
        return softmax("", head, body);
    }

    public static LaunchPlan plan(Source source) {
        return LaunchPlan.of(source, SOFTMAX, source.defaults());
    }
}
