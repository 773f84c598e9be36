package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes what a CUDA compiler is given of a Source: its text, and the options, which are the same for NVRTC
/// and nvcc.
///
/// The prelude lies in the setting's folder, one above each Source's.
final class CudaUnits {
    static final String PRELUDE = "forge.cuh";

    private final CudaSetting setting;
    private final CudaArch arch;
    private final String prelude = Resources.text("/prelude/" + PRELUDE);
    private final AtomicInteger count = new AtomicInteger();

    /// @param arch what is compiled for
    CudaUnits(CudaSetting setting, CudaArch arch) {
        this.setting = setting;
        this.arch = arch;
        Resources.copy("/prelude/" + PRELUDE, setting.folder().resolve(PRELUDE));
    }

    CudaArch arch() {
        return arch;
    }

    /// The next Source to compile, in a folder of its own.
    CudaUnit of(Source source, LaunchPlan plan) {
        var home = setting.folder().resolve(source.op() + "-cu-" + count.incrementAndGet());
        try {
            Files.createDirectory(home);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + setting.folder(), failed);
        }
        return new CudaUnit(source, plan, home, prelude, options(source, plan));
    }

    /// For text of our own.
    List<String> ownOptions() {
        return List.of("--gpu-architecture=" + arch.name(), "--std=c++17", "-lineinfo");
    }

    /// The same for PTX, which is what a virtual architecture is compiled to.
    CudaUnit ofPtx(Source source, LaunchPlan plan) {
        var unit = of(source, plan);
        var options = unit.options().stream()
                .filter(option -> !option.startsWith("--ptxas"))
                .map(option -> option.replace("=" + arch.name(), "=" + arch.virtualName()))
                .toList();
        return new CudaUnit(source, plan, unit.home(), prelude, options);
    }

    private List<String> options(Source source, LaunchPlan plan) {
        var options = new ArrayList<>(
                List.of("--gpu-architecture=" + arch.name(), "--std=c++17", "-lineinfo", "--ptxas-options=-v"));
        if (source.header().fastmath()) options.add("--use_fast_math");
        source.header().maxregs().ifPresent(count -> options.add("--maxrregcount=" + count));
        plan.defines().forEach((macro, value) -> options.add("-D" + macro + "=" + value));
        for (Path folder : setting.headers().folders()) options.add("-I" + folder);
        return options;
    }
}
