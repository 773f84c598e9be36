package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.DiskFull;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `doctor`: what was found here, and what each missing thing costs; `--verify` tries the verifier too.
@Command(name = "doctor", description = "tell what was found here and what is missing")
final class DoctorCommand implements Callable<Integer> {
    private static final int MISSING = 3;

    @ParentCommand
    private JForgeCommand parent;

    @Option(names = "--json", description = "print one JSON object and nothing else")
    private boolean json;

    @Option(
            names = "--verify",
            description = "also try the verifier on what is known to be right and wrong; 1 if it is mistaken")
    private boolean verify;

    /// @param needed whether `optimize` cannot work without it
    private record Finding(String what, boolean ok, boolean needed, String detail) {}

    @Override
    public Integer call() {
        try (var forge = Forge.open(System.getenv())) {
            var findings = List.of(
                    java(),
                    compiler(forge),
                    openmp(forge),
                    processor(forge),
                    fence(),
                    gpu(forge),
                    gpuState(forge),
                    cudaCompiler(forge),
                    store(forge),
                    fonts(),
                    jupyter(),
                    kernelspec());
            if (!json) findings.forEach(this::print);
            boolean missing = findings.stream().anyMatch(finding -> finding.needed() && !finding.ok());
            if (verify && !missing) return verified(forge, findings);
            if (json) print(Map.of("findings", findings));
            return missing ? MISSING : 0;
        }
    }

    private int verified(Forge forge, List<Finding> findings) {
        long start = System.nanoTime();
        var verification = new Verification(parent.terminal());
        var tried = verification.of(forge);
        if (json) print(Map.of("findings", findings, "verification", tried));
        else verification.print(tried, (System.nanoTime() - start) / 1e9);
        return Verification.status(tried);
    }

    private void print(Map<String, ?> all) {
        parent.terminal().json(Json.MAPPER.writeValueAsString(all));
    }

    private void print(Finding finding) {
        parent.terminal()
                .out()
                .println("%-4s %-14s %s"
                        .formatted(
                                finding.ok() ? "ok" : finding.needed() ? "FAIL" : "-",
                                finding.what(),
                                finding.detail()));
    }

    private static Finding java() {
        return new Finding("Java", true, true, Runtime.version() + " in " + System.getProperty("java.home"));
    }

    private static Finding compiler(Forge forge) {
        try {
            var toolchain = forge.toolchain();
            return new Finding("C compiler", true, true, toolchain.id() + " (" + toolchain.command() + ")");
        } catch (MissingTool missing) {
            return new Finding("C compiler", false, true, missing.getMessage());
        }
    }

    private static Finding openmp(Forge forge) {
        try {
            return forge.toolchain().openmp()
                    ? new Finding(
                            "OpenMP",
                            true,
                            false,
                            String.join(" ", forge.toolchain().compileFlags()))
                    : new Finding(
                            "OpenMP",
                            false,
                            false,
                            "not with this compiler: sources run on one core (macOS: brew install libomp)");
        } catch (MissingTool _) {
            return new Finding("OpenMP", false, false, "comes with the C compiler");
        }
    }

    private static Finding processor(Forge forge) {
        var cpu = forge.device("cpu");
        return new Finding(
                "processor",
                true,
                true,
                "%s, %d cores, %s, last-level cache %d MiB"
                        .formatted(cpu.model(), cpu.cores(), cpu.isa(), cpu.lastLevelCacheBytes() >> 20));
    }

    /// What keeps candidates of the processor from the person's files, should they get past the lint.
    private static Finding fence() {
        return Fence.lacking()
                .map(lacking -> new Finding(
                        "worker fence", false, false, "%s, no sandbox: %s".formatted(Fence.walls(), lacking)))
                .orElseGet(() -> new Finding("worker fence", true, false, Fence.walls()));
    }

    private static Finding gpu(Forge forge) {
        var gpus = forge.devices().stream()
                .filter(device -> device.kind().equals(Target.CUDA))
                .map(device -> "%s %s (%s)".formatted(device.id(), device.model(), device.isa()))
                .collect(Collectors.joining(", "));
        return gpus.isEmpty()
                ? new Finding("GPU", false, false, "none that an NVIDIA driver shows: runs are on the processor")
                : new Finding("GPU", true, false, gpus);
    }

    private static Finding gpuState(Forge forge) {
        var states = forge.devices().stream()
                .flatMap(device -> forge.state(device).map(state -> state(device, state)).stream())
                .toList();
        return states.isEmpty()
                ? new Finding("GPU state", false, false, "not told (NVML): clocks and other processes stay unknown")
                : new Finding("GPU state", true, false, String.join("; ", states));
    }

    private static String state(Target device, GpuState state) {
        var now = state.now().entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
        return "%s driver %s, %s, processes %d"
                .formatted(device.id(), state.driver(), now, state.processes().size());
    }

    /// Without one, GPU runs fetch NVRTC through Maven, or fail where there is none.
    private static Finding cudaCompiler(Forge forge) {
        var tools = new CudaTools(System.getenv(), forge.home().resolve("nvrtc"));
        var found = tools.nvrtcs().stream()
                .map(nvrtc -> "NVRTC %s (%s)".formatted(nvrtc.version(), nvrtc.library()))
                .findFirst()
                .or(() -> tools.nvcc()
                        .map(nvcc -> "nvcc %s (%s), slower than NVRTC".formatted(nvcc.version(), nvcc.command())));
        return found.map(what -> new Finding("CUDA compiler", true, false, what))
                .orElseGet(() ->
                        new Finding("CUDA compiler", false, false, tools.fetch().description()));
    }

    private static Finding store(Forge forge) {
        try {
            forge.store().check();
            var mended = forge.store().notice().map(told -> "; " + told).orElse("");
            return new Finding("store", true, true, forge.home() + mended);
        } catch (StoreException | DiskFull failed) {
            return new Finding("store", false, true, failed.getMessage());
        }
    }

    /// XChart draws with AWT, which needs fontconfig and a font.
    private static Finding fonts() {
        try {
            var box = new Font(Font.SANS_SERIF, Font.PLAIN, 12)
                    .getStringBounds("x", new FontRenderContext(null, true, true));
            if (box.getWidth() > 0) return new Finding("fonts", true, false, "charts are drawn as PNG");
        } catch (RuntimeException | Error unusable) {
            return new Finding("fonts", false, false, noFonts(String.valueOf(unusable.getMessage())));
        }
        return new Finding("fonts", false, false, noFonts("no glyphs"));
    }

    private static String noFonts(String why) {
        return "none that Java can use (" + why
                + "): charts become plain SVG (Debian: apt install fontconfig fonts-dejavu-core)";
    }

    private static Finding jupyter() {
        var found = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "jupyter"))
                .filter(Files::isExecutable)
                .findFirst();
        return found.map(path -> new Finding("Jupyter", true, false, path.toString()))
                .orElseGet(() -> new Finding(
                        "Jupyter", false, false, "not on PATH: `jforge run` executes notebooks without it"));
    }

    private static Finding kernelspec() {
        var all = InstalledKernelspec.all(JupyterFolders.here());
        if (all.isEmpty()) return new Finding("kernelspec", false, false, "not installed: `jforge kernelspec install`");
        var first = all.getFirst(); // the one that Jupyter starts
        var folder = first.spec().folder();
        return first.lacking()
                .map(what -> new Finding(
                        "kernelspec", false, false, "%s: %s, run `jforge kernelspec install`".formatted(folder, what)))
                .orElseGet(() -> new Finding("kernelspec", true, false, folder.toString()));
    }
}
