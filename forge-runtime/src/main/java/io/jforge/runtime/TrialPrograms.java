package io.jforge.runtime;

import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.spec.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Makes a trial a program of its own, for NVIDIA's tools to run.
///
/// @param environmentHere as `System.getenv()` gives it
record TrialPrograms(CudaTools tools, Target target, Map<String, String> environmentHere) {
    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";
    private static final String ENDING = ".cu";

    /// The device is not held meanwhile: only a processor works.
    ///
    /// @param file what to call the source, e.g. `profiled.cu`
    /// @throws MissingTool without nvcc, or if that does not compile it
    Path built(Exporting exporting, Path folder, String file, Duration deadline) {
        var nvcc = tools.nvcc()
                .orElseThrow(() -> new MissingTool("no nvcc found, which makes the trial a program of its own: install"
                        + " the CUDA toolkit, or name the one that is there by CUDA_HOME"));
        write(folder.resolve(file), exporting.program(file));
        nvcc.program(folder, exporting.compileOptions(file), deadline);
        return folder.resolve(file.substring(0, file.length() - ENDING.length()));
    }

    /// A program takes the first GPU that it sees: of the ones that are visible here, the target.
    Map<String, String> environment() {
        int number = Integer.parseInt(target.id().substring(target.id().indexOf(':') + 1));
        if (number == 0) return Map.of();
        var visible = environmentHere.getOrDefault(VISIBLE, "").strip();
        var all = List.of(visible.split("\\s*,\\s*"));
        return Map.of(VISIBLE, visible.isEmpty() ? String.valueOf(number) : all.get(number));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + file, failed);
        }
    }
}
