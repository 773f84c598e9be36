package io.jforge.runtime;

import io.jforge.runtime.compile.CcCompiler;
import io.jforge.runtime.compile.Compiler;
import io.jforge.runtime.compile.CudaArch;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaCompilers;
import io.jforge.runtime.compile.CudaHeaders;
import io.jforge.runtime.compile.CudaSetting;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.CudaVersion;
import io.jforge.runtime.compile.OwnCode;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.compile.Toolchain;
import io.jforge.runtime.device.CudaDevices.CudaDevice;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.measure.Calibration;
import io.jforge.runtime.measure.CudaCalibration;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.spec.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What one kind of target brings to a rig: its compiler, our own code compiled for it, how its roofline is measured.
///
/// @param lookahead how many candidates to compile while the device works on another; 0 where that disturbs it
/// @param facts for who wants to repeat a run: compiler, flags, driver
record Tools(
        Compiler compiler,
        OwnCode own,
        Path host,
        Function<Fence, Roofline> calibrate,
        int lookahead,
        Map<String, String> facts,
        Runnable close) {
    static final Duration COMPILE = Duration.ofSeconds(30);
    private static final long COMPILER_MEMORY = 4L << 30;
    static final long NVRTC_MEMORY = 8L << 30;

    /// A quarter of the cores: what launches and what times keeps its own.
    private static final int LOOKAHEAD = Math.clamp(Runtime.getRuntime().availableProcessors() / 4, 0, 4);

    /// Makes them in a folder.
    interface Maker {
        Tools in(Path folder, Task task);
    }

    /// Where candidates of ours run on this processor.
    static Maker cpu(Toolchain toolchain) {
        return (folder, task) -> {
            var compiler = new CcCompiler(toolchain, folder, COMPILE, COMPILER_MEMORY);
            OwnCode own = (name, text) -> compiler.library(name, text, List.of());
            var host = own.compile("host", Resources.text("/prelude/forge.h") + Resources.text("/host/host.c"));
            var facts = new LinkedHashMap<String, String>();
            facts.put("compiler", toolchain.id());
            facts.put("flags", String.join(" ", toolchain.compileFlags()));
            return new Tools(
                    compiler,
                    own,
                    host,
                    worker -> new Calibration(worker, task.target()).measure(host),
                    0,
                    facts,
                    () -> {});
        };
    }

    /// On an NVIDIA GPU.
    ///
    /// @param consent asked before NVRTC is fetched
    /// @param state how the GPU is, as far as it is known: its clocks' limits are part of what a roofline holds for
    static Maker cuda(CudaDevice device, CudaTools tools, CudaCompilers.Consent consent, Optional<GpuState> state) {
        return (folder, task) -> {
            var compiler = compiler(device, tools, consent, folder);
            var facts = new LinkedHashMap<String, String>();
            facts.put("compiler", compiler.id());
            facts.put("architecture", compiler.arch().name());
            facts.put("driver", "CUDA " + device.driver());
            state.ifPresent(known -> {
                facts.put("NVIDIA driver", known.driver());
                facts.put("clock limits", known.clockLimits());
            });
            return new Tools(
                    compiler,
                    compiler::own,
                    compiler.own("host", hostText()),
                    worker -> new CudaCalibration(worker, device).measure(task),
                    LOOKAHEAD,
                    facts,
                    compiler::close);
        };
    }

    /// What every GPU worker keeps loaded.
    private static String hostText() {
        return Stream.of("inputs", "flush", "judge", "host")
                .map(part -> Resources.text("/host/" + part + ".cu"))
                .collect(Collectors.joining("\n"));
    }

    private static CudaCompiler compiler(
            CudaDevice device, CudaTools tools, CudaCompilers.Consent consent, Path folder) {
        var arch = CudaArch.capability(device.major(), device.minor());
        var setting = new CudaSetting(arch, CudaHeaders.none(), folder, COMPILE, NVRTC_MEMORY);
        var version = device.driver().split("\\.");
        var driver = new CudaVersion(Integer.parseInt(version[0]), Integer.parseInt(version[1]));
        return new CudaCompilers(tools, setting, driver).find(1 + LOOKAHEAD, consent);
    }
}
