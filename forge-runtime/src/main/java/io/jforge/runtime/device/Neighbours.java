package io.jforge.runtime.device;

import io.jforge.runtime.device.GpuState.GpuProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/// Whoever else is on a GPU while a run times there: looked for before its workers start, and at its end.
public final class Neighbours {
    private static final double GIGA = 1e9;

    private final String device;
    private final List<GpuProcess> before;
    private final LongPredicate harmless;

    /// @param before on the GPU before any worker of this run is
    public Neighbours(String device, List<GpuProcess> before) {
        this(device, before, Neighbours::takesTurns);
    }

    /// @param harmless tells the processes that do not disturb
    Neighbours(String device, List<GpuProcess> before, LongPredicate harmless) {
        this.device = device;
        this.before = others(before, harmless);
        this.harmless = harmless;
    }

    /// Another run's worker waits for its turn, and this process itself is none's neighbour.
    private static boolean takesTurns(long pid) {
        return pid == ProcessHandle.current().pid()
                || ProcessHandle.of(pid)
                        .flatMap(process -> process.info().commandLine())
                        .filter(line -> line.contains(Worker.class.getName()))
                        .isPresent();
    }

    private static List<GpuProcess> others(List<GpuProcess> all, LongPredicate harmless) {
        return all.stream().filter(process -> !harmless.test(process.pid())).toList();
    }

    /// What to say of those that were there before; empty if nobody was.
    public Optional<String> atStart() {
        return warning(before, before.size());
    }

    /// What to say of those that are there besides the run's own workers.
    ///
    /// A container may show numbers of another name space, among which the run's own are not found: then they are
    /// only counted, and those that were there before are named.
    ///
    /// @param ours the workers that are on the GPU now
    public Optional<String> atEnd(List<GpuProcess> now, Set<Long> ours) {
        var strangers =
                now.stream().filter(process -> !ours.contains(process.pid())).toList();
        if (strangers.size() < now.size() || ours.isEmpty()) {
            var others = others(strangers, harmless);
            return warning(others, others.size());
        }
        var known = now.stream()
                .filter(process -> before.stream().anyMatch(was -> was.pid() == process.pid()))
                .toList();
        return warning(known, Math.max(known.size(), now.size() - ours.size()));
    }

    private Optional<String> warning(List<GpuProcess> named, int count) {
        if (count == 0) return Optional.empty();
        var names = new ArrayList<String>();
        for (var process : named)
            names.add(
                    process.bytes() == 0
                            ? "pid " + process.pid()
                            : String.format(Locale.ROOT, "pid %d with %.1f GB", process.pid(), process.bytes() / GIGA));
        if (count > named.size()) names.add(count - named.size() + " whose pid is not known here");
        return Optional.of("other processes use %s (%s): these times are not to be trusted"
                .formatted(device, String.join(", ", names)));
    }
}
