package io.jforge.runtime.device;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Linux's own calls, by number, for what Java has no words for.
///
/// All go through one function of the C library with one signature: linking each would cost a worker's start
/// milliseconds.
final class Syscalls {
    /// A call's numbers on the two architectures; [#NONE] where it has none.
    enum Number {
        READ(0, 63),
        WRITE(1, 64),
        OPENAT(257, 56),
        DUP3(292, 24),
        RT_SIGACTION(13, 134),
        GETPID(39, 172),
        FCNTL(72, 25),
        PRCTL(157, 167),
        PRLIMIT64(302, 261),
        SECCOMP(317, 277);

        private final int x86;
        private final int arm;

        Number(int x86, int arm) {
            this.x86 = x86;
            this.arm = arm;
        }
    }

    static final int NONE = -1;

    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private Syscalls() {}

    /// Whether this machine is one whose numbers are known.
    static boolean known() {
        return LINUX && (ARM || System.getProperty("os.arch").equals("amd64"));
    }

    static boolean isArm() {
        return ARM;
    }

    private static final class Linked {
        private static final MethodHandle SYSCALL = link();

        private static MethodHandle link() {
            var linker = Linker.nativeLinker();
            var number = ValueLayout.JAVA_LONG;
            var shape = FunctionDescriptor.of(number, number, number, number, number, number, number);
            var function = linker.defaultLookup().find("syscall").orElseThrow();
            return linker.downcallHandle(function, shape, Linker.Option.firstVariadicArg(1));
        }
    }

    /// What the system answers; negative if it refuses.
    static long call(Number number, long a, long b, long c, long d) {
        try {
            return (long) Linked.SYSCALL.invokeExact((long) (ARM ? number.arm : number.x86), a, b, c, d, 0L);
        } catch (Throwable impossible) {
            throw new AssertionError("a system call threw", impossible);
        }
    }

    static long call(Number number, long a, long b, MemorySegment c, long d) {
        return call(number, a, b, c.address(), d);
    }
}
