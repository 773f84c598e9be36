package io.jforge.runtime.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Chooses a compiler for one device: an NVRTC that loads, knows the device and suits its driver; else one
/// fetched; else nvcc.
public final class CudaCompilers {
    private final CudaTools tools;
    private final CudaSetting setting;
    private final CudaVersion driver;
    private final List<String> passedOver = new ArrayList<>();

    /// @param setting its headers are chosen here: those given are not looked at
    /// @param driver the CUDA that the driver is of (`cuDriverGetVersion`): it loads no code of a newer major
    ///     version
    public CudaCompilers(CudaTools tools, CudaSetting setting, CudaVersion driver) {
        this.tools = tools;
        this.setting = setting;
        this.driver = driver;
    }

    /// Asked when there is no NVRTC and one can be fetched.
    @FunctionalInterface
    public interface Consent {
        /// Says no by an empty answer; says yes by what will hear how far it is.
        Optional<NvrtcFetch.Progress> to(String description);
    }

    /// The compiler.
    ///
    /// @param processes how many compiles may run at once
    /// @throws MissingTool if there is none; the message says what was tried and what to install
    public CudaCompiler find(int processes, Consent consent) {
        return found(processes)
                .or(() -> fetched(processes, consent))
                .or(this::nvcc)
                .orElseThrow(() -> new MissingTool(nothing()));
    }

    /// Why what [#find] looked at before the compiler it took was not taken, a line each.
    public List<String> passedOver() {
        return List.copyOf(passedOver);
    }

    private Optional<CudaCompiler> found(int processes) {
        return tools.nvrtcs().stream()
                .map(nvrtc -> tried(nvrtc, processes))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<CudaCompiler> fetched(int processes, Consent consent) {
        var fetch = tools.fetch();
        if (!fetch.isPossible() || !driver.runs(fetch.version())) return Optional.empty();
        var progress = consent.to(fetch.description());
        if (progress.isEmpty()) return Optional.empty();
        try {
            fetch.run(progress.get());
            return found(processes);
        } catch (MissingTool failed) {
            passedOver.add(failed.getMessage());
            return Optional.empty();
        }
    }

    private Optional<CudaCompiler> tried(Nvrtc nvrtc, int processes) {
        if (!driver.runs(nvrtc.version())) {
            passedOver.add(
                    "%s is of CUDA %s, newer than the driver's %s".formatted(nvrtc.library(), nvrtc.version(), driver));
            return Optional.empty();
        }
        try {
            return Optional.of(withHeaders(nvrtc, processes));
        } catch (MissingTool unfit) {
            passedOver.add(unfit.getMessage());
            return Optional.empty();
        }
    }

    /// Headers are of another version than NVRTC where they come from another place: the first that compile.
    private CudaCompiler withHeaders(Nvrtc nvrtc, int processes) {
        var bare = new NvrtcCompiler(nvrtc, setting.with(CudaHeaders.none()), processes);
        return tools.headers(nvrtc.version()).stream()
                .map(bare::with)
                .filter(compiler -> compiler.includes(CudaHeaders.NAMES.getFirst()))
                .findFirst()
                .orElse(bare);
    }

    private Optional<CudaCompiler> nvcc() {
        var found = tools.nvcc();
        if (found.isPresent() && !driver.runs(found.get().version())) {
            passedOver.add("%s is of CUDA %s, newer than the driver's %s"
                    .formatted(found.get().command(), found.get().version(), driver));
            return Optional.empty();
        }
        return found.map(nvcc -> new NvccCompiler(nvcc, setting));
    }

    private String nothing() {
        var advice = "no CUDA compiler found: install NVRTC (pip install nvidia-cuda-nvrtc-cu12, or a CUDA toolkit),"
                + " or put Maven on PATH and let JForge fetch it";
        return passedOver.isEmpty() ? advice : advice + ". Not usable: " + String.join("; ", passedOver);
    }
}
