package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// NVIDIA's nvdisasm or cuobjdump, which write a cubin's machine code (SASS) as text.
///
/// @param options before the cubin
public record Disassembler(Path command, List<String> options) {
    /// Of a toolkit each does, and neither needs a GPU.
    static final List<String> NAMES = List.of("nvdisasm", "cuobjdump");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MEMORY = 4L << 30;
    private static final int MOST_TEXT = 64 << 20;

    public Disassembler {
        options = List.copyOf(options);
    }

    static Disassembler of(Path command) {
        return new Disassembler(command, List.of(command.endsWith("nvdisasm") ? "-c" : "-sass"));
    }

    /// The machine code of every entry of a cubin.
    ///
    /// @throws MissingTool with its words if the tool fails
    public String sass(Path cubin) {
        var line = new ArrayList<>(List.of(command.toString()));
        line.addAll(options);
        line.add(cubin.toString());
        var ended = new Child(PATIENCE, MEMORY, MOST_TEXT).run(cubin.getParent(), line);
        if (ended.well()) return ended.output();
        throw new MissingTool("%s does not read what was compiled (%s): is it older than the compiler?"
                .formatted(
                        command,
                        ended.late()
                                ? "no answer"
                                : Diagnostics.excerpt(ended.output()).strip()));
    }
}
