package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// NVIDIA's compute-sanitizer, which runs a program and watches every access of its launches: what is read outside of a
/// buffer, too, which no guard zone shows.
public record ComputeSanitizer(Path command) {
    private static final int MOST_TEXT = 1 << 20;
    private static final int ITS_OWN_STATUS = 86;

    /// Bytes between a buffer and the next, where nothing may be touched: a whole small buffer.
    private static final int PADDING = 1 << 20;

    private static final Pattern LINE = Pattern.compile("(?m)^========= (.*)$");
    private static final Pattern SUMMARY = Pattern.compile("ERROR SUMMARY: (\\d+) errors?.*");
    private static final Pattern BANNER = Pattern.compile("COMPUTE-SANITIZER.*|ERROR SUMMARY: .*");

    /// What it found.
    ///
    /// @param first the first one in its own words, e.g. `Invalid __global__ read of size 4 bytes at softmax+0x2f0`
    public record Finding(int errors, String first) {}

    /// Runs an exported program under memcheck, once and without timing; empty if nothing is wrong.
    ///
    /// It makes a program some hundred times slower: to be given one of a small shape.
    ///
    /// @param environment what differs there from this process's
    /// @throws MissingTool with what it said if it came to no end, or the program to a bad one
    public Optional<Finding> memcheck(Path program, Map<String, String> environment, Duration deadline) {
        var line = List.of(
                command.toString(),
                "--tool",
                "memcheck",
                "--padding",
                String.valueOf(PADDING),
                "--report-api-errors", // a GPU that it does not support is no fault of the program's
                "no",
                "--error-exitcode",
                String.valueOf(ITS_OWN_STATUS),
                program.toString(),
                "--iters",
                "0",
                "--sample",
                "64");
        var ended = new Child(deadline, Child.NO_MEMORY_LIMIT, MOST_TEXT).run(program.getParent(), line, environment);
        if (ended.late())
            throw new MissingTool("compute-sanitizer had not ended after %d s".formatted(deadline.toSeconds()));
        var found = finding(ended.output());
        if (found.isEmpty() && !ended.well()) // what a program prints is no proof, and neither is one that did not run
        throw new MissingTool("the program under compute-sanitizer ended with status %d: %s"
                .formatted(ended.status(), Diagnostics.end(ended.output())));
        return found;
    }

    /// What its output says.
    ///
    /// @throws MissingTool if it has no summary
    static Optional<Finding> finding(String output) {
        var said = LINE.matcher(output)
                .results()
                .map(line -> line.group(1).strip())
                .toList();
        int errors = said.stream()
                .map(SUMMARY::matcher)
                .filter(summary -> summary.matches())
                .map(summary -> Integer.parseInt(summary.group(1)))
                .findFirst()
                .orElseThrow(() -> new MissingTool("compute-sanitizer gave no summary: " + Diagnostics.end(output)));
        return errors == 0 ? Optional.empty() : Optional.of(new Finding(errors, first(said)));
    }

    /// The first error's line, and the place below it.
    private static String first(List<String> said) {
        var lines = said.stream()
                .filter(line -> !line.isEmpty() && !BANNER.matcher(line).matches())
                .toList();
        if (lines.isEmpty()) return "it names none";
        var place = lines.size() > 1 && lines.get(1).startsWith("at ") ? " " + lines.get(1) : "";
        return lines.getFirst() + place;
    }
}
