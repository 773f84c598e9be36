package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Compiles CUDA Sources with `nvcc -cubin`, a child process each: where there is a toolkit without NVRTC.
public final class NvccCompiler implements CudaCompiler {
    private final Nvcc nvcc;
    private final CudaSetting setting;
    private final CudaUnits units;
    private final Child child;

    /// @throws MissingTool if nvcc knows no architecture that the device runs
    public NvccCompiler(Nvcc nvcc, CudaSetting setting) {
        this.nvcc = nvcc;
        var own = new CudaHeaders(List.of(), Optional.of(nvcc.version()), "nvcc's own");
        this.setting = setting.with(own);
        var arch = NvrtcCompiler.arch(nvcc.architectures(), nvcc.version(), setting.device());
        this.units = new CudaUnits(this.setting, arch);
        this.child = new Child(setting.deadline(), setting.memoryBytes());
    }

    @Override
    public Step<Binary> compile(Source source, LaunchPlan plan) {
        return arch().admits(source.header().arch()).then(_ -> built(units.of(source, plan)));
    }

    private Step<Binary> built(CudaUnit unit) {
        write(unit);
        var ended = child.run(unit.home(), command(unit));
        if (ended.late()) return Step.stopped(new Outcome.TimedOut("compile", setting.deadline()));
        return ended.well()
                ? unit.binary(ended.output())
                : Step.stopped(new Outcome.Rejected(Diagnostics.excerpt(ended.output())));
    }

    /// Host code is preprocessed and thrown away: which gcc does that does not matter. No path is absolute,
    /// so that no message names a temporary folder.
    private List<String> command(CudaUnit unit) {
        var command = new ArrayList<>(List.of(
                nvcc.command().toString(),
                "-cubin",
                "-allow-unsupported-compiler",
                "-I..",
                "-include",
                CudaUnits.PRELUDE));
        command.addAll(unit.options());
        command.addAll(List.of(unit.name(), "-o", unit.cubin().getFileName().toString()));
        return command;
    }

    private static void write(CudaUnit unit) {
        try {
            Files.writeString(unit.home().resolve(unit.name()), unit.source().text());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + unit.home(), failed);
        }
    }

    @Override
    public String id() {
        return "nvcc " + nvcc.version() + " (" + nvcc.command() + ")";
    }

    @Override
    public CudaArch arch() {
        return units.arch();
    }

    @Override
    public CudaVersion version() {
        return nvcc.version();
    }

    @Override
    public CudaHeaders headers() {
        return setting.headers();
    }

    /// A toolkit has all of its own headers.
    @Override
    public boolean includes(String header) {
        return true;
    }

    @Override
    public void warm() {
        // every compile is a process of its own: there is nothing to keep warm
    }

    @Override
    public void close() {
        // every compile is a process of its own, and ended
    }
}
