package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Override
    public Step<String> ptx(Source source, LaunchPlan plan) {
        return arch().admits(source.header().arch()).then(_ -> {
            var unit = units.ofPtx(source, plan);
            var ptx = unit.home().resolve(source.op() + ".ptx");
            return ran(unit, "-ptx", ptx).then(_ -> Step.passed(read(ptx)));
        });
    }

    private Step<Binary> built(CudaUnit unit) {
        return ran(unit, "-cubin", unit.cubin()).then(unit::binary);
    }

    /// What it said, once `made` is there.
    private Step<String> ran(CudaUnit unit, String kind, Path made) {
        write(unit);
        var ended = child.run(unit.home(), command(unit, kind, made));
        if (ended.late()) return Step.stopped(new Outcome.TimedOut("compile", setting.deadline()));
        return ended.well()
                ? Step.passed(ended.output())
                : Step.stopped(new Outcome.Rejected(Diagnostics.excerpt(ended.output())));
    }

    /// Host code is preprocessed and thrown away: which gcc does that does not matter. No path is absolute,
    /// so that no message names a temporary folder.
    private List<String> command(CudaUnit unit, String kind, Path made) {
        var command = new ArrayList<>(List.of(
                nvcc.command().toString(), kind, "-allow-unsupported-compiler", "-I..", "-include", CudaUnits.PRELUDE));
        command.addAll(unit.options());
        command.addAll(List.of(unit.name(), "-o", made.getFileName().toString()));
        return command;
    }

    @Override
    public Path own(String name, String text) {
        var cubin = setting.folder().resolve(name + ".cubin");
        try {
            Files.writeString(setting.folder().resolve(name + ".cu"), text);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + setting.folder(), failed);
        }
        var command = new ArrayList<>(List.of(nvcc.command().toString(), "-cubin", "-allow-unsupported-compiler"));
        command.addAll(units.ownOptions());
        command.addAll(List.of(name + ".cu", "-o", cubin.toString()));
        var ended = child.run(setting.folder(), command);
        if (ended.well()) return cubin;
        throw new IllegalStateException(name + ".cu does not compile:\n" + Diagnostics.excerpt(ended.output()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read " + file, failed);
        }
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
