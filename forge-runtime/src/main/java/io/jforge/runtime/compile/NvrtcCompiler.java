package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;

/// Compiles CUDA Sources with NVRTC in child processes that stay warm; several threads may compile at once.
public final class NvrtcCompiler implements CudaCompiler {
    private static final String NOTHING = "extern \"C\" __global__ void nothing(float *x) { x[0] = 1; }\n";

    private final Nvrtc nvrtc;
    private final CudaSetting setting;
    private final NvrtcPool pool;
    private final CudaUnits units;

    /// Starts the first process, and so learns what the library compiles for.
    ///
    /// @param processes the most that run at once; each takes some 150 MB
    /// @throws MissingTool if the library does not load, or knows no architecture that the device runs
    public NvrtcCompiler(Nvrtc nvrtc, CudaSetting setting, int processes) {
        this.nvrtc = nvrtc;
        this.setting = setting;
        this.pool = new NvrtcPool(nvrtc, setting, processes);
        try {
            this.units = new CudaUnits(setting, arch(pool.architectures(), nvrtc.version(), setting.device()));
        } catch (RuntimeException unfit) {
            pool.close();
            throw unfit;
        }
    }

    private NvrtcCompiler(NvrtcCompiler other, CudaSetting setting) {
        this.nvrtc = other.nvrtc;
        this.setting = setting;
        this.pool = other.pool;
        this.units = new CudaUnits(setting, other.arch());
    }

    /// This compiler, its processes too, with other headers.
    NvrtcCompiler with(CudaHeaders headers) {
        return new NvrtcCompiler(this, setting.with(headers));
    }

    static CudaArch arch(NavigableSet<Integer> known, CudaVersion version, CudaArch device) {
        return device.bestOf(known, version)
                .orElseThrow(() -> new MissingTool("CUDA %s does not compile for %s: install a newer CUDA toolkit"
                        .formatted(version, device.name())));
    }

    @Override
    public Step<Binary> compile(Source source, LaunchPlan plan) {
        return arch().admits(source.header().arch()).then(_ -> built(units.of(source, plan)));
    }

    @Override
    public Step<String> ptx(Source source, LaunchPlan plan) {
        return arch().admits(source.header().arch()).then(_ -> {
            var unit = units.ofPtx(source, plan);
            return asked(unit).then(answer -> Step.passed(new String(answer.code(), StandardCharsets.UTF_8)));
        });
    }

    @Override
    public void warm() {
        ask(new NvrtcFrames.Ask("nothing.cu", NOTHING, List.of("--gpu-architecture=" + arch().name())));
    }

    @Override
    public boolean includes(String header) {
        var text = "#include <" + header + ">\n" + NOTHING;
        var options = new ArrayList<>(List.of("--gpu-architecture=" + arch().name(), "--std=c++17"));
        setting.headers().folders().forEach(folder -> options.add("-I" + folder));
        return ask(new NvrtcFrames.Ask("header.cu", text, options)) instanceof Step.Passed<NvrtcFrames.Answer>;
    }

    @Override
    public Path own(String name, String text) {
        return switch (ask(new NvrtcFrames.Ask(name + ".cu", text, units.ownOptions()))) {
            case Step.Passed<NvrtcFrames.Answer>(NvrtcFrames.Answer answer) ->
                write(setting.folder().resolve(name + ".cubin"), answer.code());
            case Step.Stopped<NvrtcFrames.Answer>(Outcome outcome) ->
                throw new IllegalStateException(name + ".cu does not compile:\n" + outcome.message());
        };
    }

    private Step<Binary> built(CudaUnit unit) {
        return asked(unit).then(answer -> {
            write(unit.cubin(), answer.code());
            return unit.binary(answer.log());
        });
    }

    private Step<NvrtcFrames.Answer> asked(CudaUnit unit) {
        var options = new ArrayList<>(unit.options());
        options.add("-I.");
        return ask(new NvrtcFrames.Ask(unit.name(), unit.whole(), options));
    }

    private Step<NvrtcFrames.Answer> ask(NvrtcFrames.Ask ask) {
        try {
            var answer = pool.compile(ask);
            return answer.compiled()
                    ? Step.passed(answer)
                    : Step.stopped(new Outcome.Rejected(Diagnostics.excerpt(answer.log())));
        } catch (NvrtcProcess.Lost lost) {
            return Step.stopped(
                    lost.late()
                            ? new Outcome.TimedOut("compile", setting.deadline())
                            : new Outcome.Rejected("the compiler did not survive it: " + lost.getMessage()));
        }
    }

    private static Path write(Path file, byte[] cubin) {
        try {
            return Files.write(file, cubin);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + file, failed);
        }
    }

    @Override
    public String id() {
        return "NVRTC " + nvrtc.version() + " (" + nvrtc.library() + ")";
    }

    @Override
    public CudaArch arch() {
        return units.arch();
    }

    @Override
    public CudaVersion version() {
        return nvrtc.version();
    }

    @Override
    public CudaHeaders headers() {
        return setting.headers();
    }

    @Override
    public void close() {
        pool.close();
    }
}
