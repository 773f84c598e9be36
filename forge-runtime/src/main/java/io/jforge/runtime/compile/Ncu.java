package io.jforge.runtime.compile;

import io.jforge.runtime.trial.Profile.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Nsight Compute's command line, which runs a program and reads the GPU's counters around its launches.
///
/// @param version as it tells it, e.g. `2025.3.1`
public record Ncu(Path command, String version) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_TEXT = 1 << 20;
    private static final Pattern VERSION = Pattern.compile("(?m)^Version (\\d+\\.\\d+(?:\\.\\d+)?)");

    /// An exported program says so of an answer that is not right.
    private static final Pattern WRONG = Pattern.compile("(?m)^wrong: .*");

    /// What stops ncu for a reason that a person can mend.
    private static final Map<String, String> REMEDIES = remedies();

    private static Map<String, String> remedies() {
        var all = new LinkedHashMap<String, String>();
        all.put(
                "ERR_NVGPUCTRPERM",
                "the driver keeps this GPU's counters for administrators (ERR_NVGPUCTRPERM): run JForge as root, or load"
                        + " the driver with NVreg_RestrictProfilingToAdminUsers=0; a container needs --cap-add SYS_ADMIN");
        all.put(
                "LibraryNotLoaded",
                "ncu cannot load the driver's part of the profiler (LibraryNotLoaded), which some containers and virtual"
                        + " machines do not pass on: run JForge on the host, or start the container with"
                        + " NVIDIA_DRIVER_CAPABILITIES=all");
        all.put(
                "driver resource was unavailable",
                "another tool reads this GPU's counters: pause it (for DCGM: dcgmi profile --pause)");
        all.put(
                "nsight-compute-lock",
                "ncu cannot use its lock file nsight-compute-lock in the temporary folder, which is another user's: ask"
                        + " them to remove it, or set TMPDIR to a folder of your own");
        return all;
    }

    /// Empty if it is no ncu that works.
    static Optional<Ncu> asked(Path command) {
        var ended =
                new Child(PATIENCE, Child.NO_MEMORY_LIMIT).run(Path.of("/"), List.of(command.toString(), "--version"));
        var version = VERSION.matcher(ended.output());
        return ended.well() && version.find() ? Optional.of(new Ncu(command, version.group(1))) : Optional.empty();
    }

    /// What messages and runs call it.
    public String id() {
        return "ncu " + version;
    }

    /// A program that JForge exports, to be profiled.
    ///
    /// @param entries the functions that one run of the source launches, in order
    /// @param warm whether each launch finds the caches as the one before left them
    public record Program(Path file, List<String> entries, boolean warm) {
        public Program {
            entries = List.copyOf(entries);
            if (entries.isEmpty()) throw new IllegalArgumentException(file + " launches nothing");
        }

        /// Those that come before the one that it times: a run to check, one to warm up, and a warm cache's own.
        private int before() {
            return (warm ? 3 : 2) * entries.size();
        }
    }

    /// Runs the program and reads the counters of one run of its source, once it is warm; nothing else that it
    /// launches is looked at.
    ///
    /// @param environment what differs there from this process's
    /// @throws MissingTool with what to do if there are no counters to be had
    public List<Launch> launches(Program program, Map<String, String> environment, Duration deadline) {
        var all = new LinkedHashMap<>(environment);
        all.put("LC_ALL", "C"); // numbers with a point
        var ended = new Child(deadline, Child.NO_MEMORY_LIMIT, MOST_TEXT)
                .run(program.file().getParent(), line(program), all);
        var launches = NcuReport.launches(ended.output());
        failure(ended, program, launches, deadline).ifPresent(why -> {
            throw new MissingTool(why);
        });
        return launches;
    }

    private List<String> line(Program program) {
        var entries = String.join("|", new LinkedHashSet<>(program.entries()));
        var line = new ArrayList<>(List.of(command.toString(), "--csv", "--page", "raw", "--print-units", "base"));
        line.addAll(List.of("--print-kernel-base", "function", "--kernel-name-base", "function"));
        line.addAll(List.of("--kernel-name", "regex:^(" + entries + ")$"));
        line.addAll(List.of("--launch-skip", String.valueOf(program.before())));
        line.addAll(List.of("--launch-count", String.valueOf(program.entries().size())));
        line.addAll(List.of("--clock-control", "none", "--cache-control", program.warm() ? "none" : "all"));
        line.addAll(List.of("--metrics", NcuMetrics.names(), program.file().toString()));
        line.addAll(List.of("--iters", "1", "--sample", "64"));
        if (program.warm()) line.add("--warm");
        return line;
    }

    private Optional<String> failure(Child.Ended ended, Program program, List<Launch> launches, Duration deadline) {
        var known = REMEDIES.keySet().stream().filter(ended.output()::contains).findFirst();
        if (known.isPresent() && launches.isEmpty()) return known.map(REMEDIES::get);
        if (ended.late())
            return Optional.of("%s had not ended after %d s: %s"
                    .formatted(id(), deadline.toSeconds(), Diagnostics.end(ended.output())));
        var wrong = WRONG.matcher(ended.output());
        if (wrong.find())
            return Optional.of("the program that %s ran gave a wrong answer (%s)".formatted(id(), wrong.group()));
        long read =
                launches.stream().filter(launch -> !launch.values().isEmpty()).count();
        if (read == program.entries().size()) return Optional.empty();
        return Optional.of("%s gave counters of %d of %d launches, exit status %d: %s"
                .formatted(id(), read, program.entries().size(), ended.status(), Diagnostics.end(ended.output())));
    }
}
