package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// An nvcc that was found and asked what it is.
///
/// @param architectures those it compiles for, as numbers: 90 is sm_90
public record Nvcc(Path command, CudaVersion version, NavigableSet<Integer> architectures) {
    private static final long MEMORY = 8L << 30;

    public Nvcc {
        architectures = new TreeSet<>(architectures);
    }

    /// Makes a program of a file in this folder.
    ///
    /// @param options the file and what it becomes among them
    /// @throws MissingTool with its words if it does not compile
    public void program(Path folder, List<String> options, Duration deadline) {
        var line = new ArrayList<>(List.of(command.toString(), "-allow-unsupported-compiler"));
        line.addAll(options);
        var ended = new Child(deadline, MEMORY).run(folder, line);
        if (ended.late())
            throw new MissingTool(
                    "%s had not ended after %d s: is this machine busy?".formatted(command, deadline.toSeconds()));
        if (!ended.well())
            throw new MissingTool(
                    "%s does not compile the program: %s".formatted(command, Diagnostics.error(ended.output())));
    }
}
