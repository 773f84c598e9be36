package io.jforge.runtime.device;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a worker takes from itself before a candidate comes, as far as its system has it: memory and file sizes
/// without bounds, core files, precedence when memory runs out, and system calls that no candidate needs.
final class Restraint {
    private static final int FILE_SIZE = 1;
    private static final int DATA = 2;
    private static final int CORE = 4;
    private static final String FIRST_TO_GO = "1000";

    /// What a run may take besides what its request allocates: stacks of a team, and what Java needs meanwhile.
    static final long ALLOWANCE = 1L << 30;

    /// Of the memory that is free when a worker starts, how much all its candidates may take.
    private static final double SHARE = 0.9;

    private static final String USED = "VmData:";

    private final long most;

    private Restraint(long most) {
        this.most = most;
    }

    /// How much a worker that starts now may take, found out by its parent, which sees this machine as it is.
    ///
    /// @param memory bytes that all its candidates may take
    /// @param file bytes of its outputs: half of the room where they lie
    record Limits(long memory, long file) {
        static Limits here(Path outputs) {
            return new Limits((long) (LocalCpu.availableBytes() * SHARE) + ALLOWANCE, room(outputs));
        }

        private static long room(Path outputs) {
            try {
                return Files.getFileStore(outputs).getUsableSpace() / 2;
            } catch (IOException _) {
                return Long.MAX_VALUE;
            }
        }
    }

    /// Restrains this process for good.
    static Restraint enter(Limits limits) {
        yieldMemory();
        if (Syscalls.known()) {
            limit(CORE, 0, 0);
            limit(FILE_SIZE, limits.file(), limits.file());
            limit(DATA, limits.memory(), limits.memory());
            Seccomp.enter();
        }
        return new Restraint(limits.memory());
    }

    /// Bounds what a run takes from now on: what is in use, what it asked for, and [#ALLOWANCE].
    void bound(long asked) {
        if (Syscalls.known()) limit(DATA, Math.min(most, used() + asked + ALLOWANCE), most);
    }

    void unbound() {
        if (Syscalls.known()) limit(DATA, most, most);
    }

    /// When memory runs out, this process goes, not the notebook.
    private static void yieldMemory() {
        try {
            Files.writeString(Path.of("/proc/self/oom_score_adj"), FIRST_TO_GO);
        } catch (IOException _) {
            return; // no Linux, or done already by what made the sandbox
        }
    }

    private static void limit(int resource, long soft, long hard) {
        try (var arena = Arena.ofConfined()) {
            var both = arena.allocate(16, 8);
            both.set(ValueLayout.JAVA_LONG, 0, soft);
            both.set(ValueLayout.JAVA_LONG, 8, hard);
            Syscalls.call(Syscalls.Number.PRLIMIT64, 0, resource, both, 0);
        }
    }

    /// Bytes that count against the limit.
    private long used() {
        try {
            for (var line : Files.readAllLines(Path.of("/proc/self/status")))
                if (line.startsWith(USED)) return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            return most;
        } catch (IOException _) {
            return most;
        }
    }
}
