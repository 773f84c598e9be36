package io.jforge.runtime.device;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// What a process is like before a candidate runs in it, to find what one left behind: threads, signal handlers, the
/// processor's floating-point mode.
///
/// None of it is put right: threads of a team have modes of their own, and what else was changed nobody knows. The
/// next candidate gets another worker.
final class Leftovers {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int SIGNALS = 64;
    /// As the system has it: the handler, flags, where a handler returns to, and signals held back meanwhile.
    private static final int ACTION_BYTES = 32;

    private static final int FLAGS_AT = 8;
    private static final int MASK_AT = 24;
    /// The C library sets it on all that it sets, what it puts back too.
    private static final long RETURNS_BY_ITSELF = 0x04000000;

    private static final int PAUSE_HARD = 2;
    /// Each twice as long after the one before as that was: a team is gone in a tenth of a millisecond, as a rule.
    private static final int LOOKS = 16;

    private static final long FIRST_WAIT_NANOS = 20_000;

    private final Set<String> threads;
    private final String ours;
    private final List<Long> handlers;

    private Leftovers(Set<String> threads, String ours, List<Long> handlers) {
        this.threads = threads;
        this.ours = ours;
        this.handlers = handlers;
    }

    /// How this process is now; threads that this one starts bear its name until they take another.
    static Leftovers sofar() {
        return new Leftovers(threads(), name("/proc/thread-self"), handlers());
    }

    /// The first thing that is not as it was.
    Optional<Reply.Left> since(long mode, Optional<CpuModule> host) {
        var now = handlers();
        for (int i = 0; i < now.size(); i++)
            if (!now.get(i).equals(handlers.get(i)))
                return left("signal handler", "left a handler of its own for signal " + (i + 1));
        if (mode(host) != mode)
            return left("floating-point mode", "left the processor rounding, flushing or trapping otherwise");
        return hasThreads(host) ? left("threads", "left a thread running after it returned") : Optional.empty();
    }

    private static Optional<Reply.Left> left(String check, String what) {
        return Optional.of(new Reply.Left(check, what));
    }

    /// Rounding, flush to zero and traps of this thread, as one number.
    static long mode(Optional<CpuModule> host) {
        if (host.isEmpty() || !host.get().exports("forge_mode")) return 0;
        try (var arena = Arena.ofConfined()) {
            var mode = arena.allocate(ValueLayout.JAVA_LONG);
            call(host.get(), "forge_mode", mode);
            return mode.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    private static void call(CpuModule host, String entry, MemorySegment argument) {
        try {
            host.entry(entry, ValueLayout.ADDRESS).invokeExact(argument);
        } catch (Throwable impossible) {
            throw new AssertionError("a call of our own code threw", impossible);
        }
    }

    /// OpenMP keeps its team waiting, so the team is sent home first. A thread that is just ending gets some time.
    private boolean hasThreads(Optional<CpuModule> host) {
        if (strangers().isEmpty()) return false;
        host.ifPresent(Leftovers::endTeam);
        for (int look = 0; look < LOOKS; look++) {
            if (strangers().isEmpty()) return false;
            LockSupport.parkNanos(FIRST_WAIT_NANOS << look);
        }
        return !strangers().isEmpty();
    }

    private static void endTeam(CpuModule host) {
        if (!host.exports("omp_pause_resource_all")) return;
        try {
            host.entry("omp_pause_resource_all", ValueLayout.JAVA_INT).invokeExact(PAUSE_HARD);
        } catch (Throwable impossible) {
            throw new AssertionError("OpenMP threw", impossible);
        }
    }

    private List<String> strangers() {
        return threads().stream()
                .filter(id -> !threads.contains(id))
                .filter(id -> name(THREADS.resolve(id).toString()).equals(ours))
                .toList();
    }

    private static Set<String> threads() {
        var ids = new HashSet<String>();
        if (!Files.isDirectory(THREADS)) return ids;
        try (var all = Files.newDirectoryStream(THREADS)) {
            for (var each : all) ids.add(each.getFileName().toString());
        } catch (IOException | DirectoryIteratorException _) {
            return ids; // they come and go
        }
        return ids;
    }

    private static String name(String thread) {
        try {
            return Files.readString(Path.of(thread, "comm")).strip();
        } catch (IOException _) {
            return "";
        }
    }

    /// A hash of what is to happen at each signal.
    private static List<Long> handlers() {
        var all = new ArrayList<Long>();
        if (!Syscalls.known()) return all;
        try (var arena = Arena.ofConfined()) {
            var action = arena.allocate(ACTION_BYTES, 8);
            for (int signal = 1; signal <= SIGNALS; signal++) {
                action.fill((byte) 0);
                Syscalls.call(Syscalls.Number.RT_SIGACTION, signal, 0, action, SIGNALS / Byte.SIZE);
                long handler = action.get(ValueLayout.JAVA_LONG, 0);
                long flags = action.get(ValueLayout.JAVA_LONG, FLAGS_AT) & ~RETURNS_BY_ITSELF;
                long mask = action.get(ValueLayout.JAVA_LONG, MASK_AT);
                all.add(Filler.mix(Filler.mix(Filler.mix(handler) ^ flags) ^ mask));
            }
        }
        return all;
    }
}
