package io.jforge.runtime.device;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A filter on this process's system calls, for good and for all of its threads: no other program or process, no
/// network, no reaching into another process, no memory that limits do not count.
///
/// It names what is refused: a Java needs too many calls, others in each version, for a list of what is allowed.
final class Seccomp {
    private static final int SET_NO_NEW_PRIVILEGES = 38;
    private static final int SET_MODE_FILTER = 1;
    private static final int ALL_THREADS = 1;

    private static final int ALLOW = 0x7FFF0000;
    private static final int ERROR = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final int LOAD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_ALL_SET = 0x45;
    private static final int AND = 0x54;
    private static final int RETURN = 0x06;

    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int X32 = 0x40000000;

    private static final int NEW_THREAD = 0x10000;
    private static final int SHARED_WITHOUT_FILE = 0x21;
    private static final int DATA_LIMIT = 2;

    /// Numbers on x86-64 and on 64-bit Arm.
    private static final int[][] REFUSED = {
        // other programs and processes
        {57, -1},
        {58, -1},
        {59, 221},
        {322, 281},
        {101, 117},
        {310, 270},
        {311, 271},
        {312, 272},
        {440, 440},
        {200, 130},
        {129, 138},
        {297, 240},
        {434, 434},
        {424, 424},
        {438, 438},
        // sockets, queues, and calls that would make such calls for it
        {41, 198},
        {53, 199},
        {425, 425},
        {426, 426},
        {427, 427},
        {240, 180},
        {68, 186},
        {64, 190},
        // shared memory, which no limit of a process counts
        {319, 279},
        {447, 447},
        {29, 194},
        {30, 196},
        // timers that would go off under the next candidate; limits
        {37, -1},
        {38, 103},
        {222, 107},
        {160, 164},
        // the system itself
        {321, 280},
        {298, 241},
        {323, 282},
        {250, 219},
        {248, 217},
        {249, 218},
        {165, 40},
        {166, 39},
        {155, 41},
        {161, 51},
        {272, 97},
        {308, 268},
        {304, 265},
        {303, 264},
        {246, 104},
        {320, 294},
        {175, 105},
        {313, 273},
        {176, 106},
        {169, 142},
        {167, 224},
        {168, 225},
        {164, 170},
        {227, 112},
        {159, 171},
        {305, 266},
        {170, 161},
        {171, 162},
        {172, -1},
        {173, -1},
        {163, 89},
        {179, 60},
        {103, 116},
        {135, 92},
        {154, -1},
        {279, 239},
        {256, 238},
        {428, 428},
        {429, 429},
        {430, 430},
        {431, 431},
        {432, 432},
        {442, 442},
        // other people's rights
        {105, 146},
        {106, 144},
        {113, 145},
        {114, 143},
        {117, 147},
        {119, 149},
        {116, 159},
        {126, 91},
    };

    private final List<long[]> program = new ArrayList<>();

    private Seccomp() {}

    /// Whether this system has such filters, as far as can be seen from outside of a worker.
    static boolean isHere() {
        return Syscalls.known() && Files.exists(Path.of("/proc/sys/kernel/seccomp/actions_avail"));
    }

    /// Puts the filter on.
    ///
    /// @return whether it is on
    static boolean enter() {
        if (!Syscalls.known()) return false;
        var filter = new Seccomp().program();
        try (var arena = Arena.ofConfined()) {
            var code = arena.allocateFrom(ValueLayout.JAVA_LONG, filter);
            var whole = arena.allocate(16, 8);
            whole.set(ValueLayout.JAVA_SHORT, 0, (short) filter.length);
            whole.set(ValueLayout.JAVA_LONG, 8, code.address());
            Syscalls.call(Syscalls.Number.PRCTL, SET_NO_NEW_PRIVILEGES, 1, 0, 0);
            return Syscalls.call(Syscalls.Number.SECCOMP, SET_MODE_FILTER, ALL_THREADS, whole, 0) == 0;
        }
    }

    /// Each instruction as the eight bytes that it is: code, both jumps, operand.
    private long[] program() {
        boolean arm = Syscalls.isArm();
        int us = (int) Syscalls.call(Syscalls.Number.GETPID, 0, 0, 0, 0);
        load(ARCHITECTURE);
        unless(arm ? 0xC00000B7 : 0xC000003E, EPERM);
        load(NUMBER);
        if (!arm) add(JUMP_IF_ALL_SET, 0, 1, X32);
        if (!arm) refuse(EPERM);
        for (var numbers : REFUSED) {
            if (numbers[arm ? 1 : 0] == Syscalls.NONE) continue;
            add(JUMP_IF_EQUAL, 0, 1, numbers[arm ? 1 : 0]);
            refuse(EPERM);
        }
        // clone3 hides its flags from a filter: the C library then uses clone
        add(JUMP_IF_EQUAL, 0, 1, 435);
        refuse(ENOSYS);
        only(arm ? 220 : 56, () -> {
            load(argument(0));
            add(AND, 0, 0, NEW_THREAD);
            unless(NEW_THREAD, EPERM);
        });
        // signals to itself alone
        for (int number : arm ? new int[] {129, 131} : new int[] {62, 234})
            only(number, () -> {
                load(argument(0));
                unless(us, EPERM);
            });
        only(arm ? 222 : 9, () -> {
            load(argument(3));
            add(AND, 0, 0, SHARED_WITHOUT_FILE);
            add(JUMP_IF_EQUAL, 0, 1, SHARED_WITHOUT_FILE);
            refuse(EPERM);
        });
        only(arm ? 261 : 302, () -> {
            load(argument(0));
            unless(0, EPERM);
            load(argument(1));
            unless(DATA_LIMIT, EPERM);
        });
        add(RETURN, 0, 0, ALLOW);
        return program.stream()
                .mapToLong(each -> each[0] | each[1] << 16 | each[2] << 24 | each[3] << 32)
                .toArray();
    }

    /// The lower half of an argument, on machines that store it first.
    private static int argument(int index) {
        return 16 + 8 * index;
    }

    /// What only this call has to pass; it is then allowed.
    private void only(int number, Runnable checks) {
        int before = program.size();
        add(JUMP_IF_EQUAL, 0, 0, number);
        checks.run();
        add(RETURN, 0, 0, ALLOW);
        program.get(before)[2] = program.size() - before - 1;
    }

    private void unless(int value, int error) {
        add(JUMP_IF_EQUAL, 1, 0, value);
        refuse(error);
    }

    private void load(int offset) {
        add(LOAD, 0, 0, offset);
    }

    private void refuse(int error) {
        add(RETURN, 0, 0, ERROR | error);
    }

    private void add(int code, int ifTrue, int ifFalse, int operand) {
        program.add(new long[] {code, ifTrue, ifFalse, operand});
    }
}
