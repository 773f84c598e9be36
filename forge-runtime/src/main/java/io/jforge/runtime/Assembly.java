package io.jforge.runtime;

import io.jforge.runtime.compile.CudaArch;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaCompilers;
import io.jforge.runtime.compile.CudaHeaders;
import io.jforge.runtime.compile.CudaSetting;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.CudaVersion;
import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a GPU is given of a source: its PTX, or its machine code. No GPU is needed to see it, only the tools.
public enum Assembly {
    PTX {
        @Override
        Step<String> of(CudaCompiler compiler, CudaTools tools, Source source, LaunchPlan plan) {
            return compiler.ptx(source, plan);
        }
    },
    SASS {
        @Override
        Step<String> of(CudaCompiler compiler, CudaTools tools, Source source, LaunchPlan plan) {
            var disassembler = tools.disassembler();
            return compiler.compile(source, plan).then(binary -> Step.passed(disassembler.sass(binary.object())));
        }
    };

    /// Newer than any compiler: nothing is loaded by a driver here.
    private static final CudaVersion ANY_DRIVER = new CudaVersion(Integer.MAX_VALUE, 0);

    abstract Step<String> of(CudaCompiler compiler, CudaTools tools, Source source, LaunchPlan plan);

    /// The text, compiled for that architecture.
    ///
    /// @throws SpecException with the compiler's words if it does not compile
    /// @throws io.jforge.runtime.compile.MissingTool without a CUDA compiler or a disassembler
    String text(CudaTools tools, String architecture, Source source, LaunchPlan plan) {
        var folder = temporary();
        try (var compiler = compiler(tools, architecture, folder)) {
            return switch (of(compiler, tools, source, plan)) {
                case Step.Passed<String>(String text) -> text;
                case Step.Stopped<String>(Outcome outcome) ->
                    throw new SpecException("it does not compile here: " + outcome.message());
            };
        } finally {
            Folders.delete(folder);
        }
    }

    private static CudaCompiler compiler(CudaTools tools, String architecture, Path folder) {
        var arch = new CudaArch(CudaArch.named(architecture).number(), false);
        var setting = new CudaSetting(arch, CudaHeaders.none(), folder, Tools.COMPILE, Tools.NVRTC_MEMORY);
        return new CudaCompilers(tools, setting, ANY_DRIVER).find(1, _ -> Optional.empty());
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("jforge");
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to the temporary folder", failed);
        }
    }
}
