package io.jforge.runtime.device;

import java.util.Optional;
import java.util.regex.Pattern;

/// Says in one line how a worker ended, from what the JVM printed and the exit status.
final class CrashReport {
    private static final Pattern SIGNAL = Pattern.compile("(SIG[A-Z]+) \\(0x");
    private static final Pattern FRAME = Pattern.compile("Problematic frame:\\s*\\n#\\s*C\\s+\\[[^\\]]*\\]\\s+(\\w+)");
    private static final int SIGNALLED = 128;
    private static final String BEGINNING = "# A fatal error has been detected by the Java Runtime Environment:";

    private static final Pattern STACK = Pattern.compile("Stack: \\[0x(\\p{XDigit}+),.*\\bsp=0x(\\p{XDigit}+)");
    private static final long GUARD_ZONES = 128 << 10;

    /// Kilobytes of data that a process may have, and of memory that was its own alone.
    private static final Pattern LIMIT = Pattern.compile("\\bDATA (\\d+)k/");

    private static final Pattern HELD = Pattern.compile("Resident Set Size: .*\\(anon: (\\d+)K");

    private static final String OVERFLOW =
            "stack overflow: local arrays or calls in calls took more than %d MB".formatted(Worker.STACK_BYTES >> 20);

    private CrashReport() {}

    /// Whether the JVM is writing how it crashes.
    static boolean isBegun(String printed) {
        return printed.contains(BEGINNING);
    }

    static String describe(String printed, int exit) {
        if (printed.contains(Cuda.DYING)) return cuda(printed);
        var signal = SIGNAL.matcher(printed);
        if (isOutOfStack(printed)) return OVERFLOW;
        if (signal.find()) return memory(printed).orElseGet(() -> meaning(signal.group(1)) + where(printed));
        // the JVM reports every other illegal address: its report needs the stack as well
        if (exit == SIGNALLED + 11) return OVERFLOW;
        if (exit == SIGNALLED + 9) return "the process was killed (out of memory?)";
        if (exit > SIGNALLED) return "the process ended by signal " + (exit - SIGNALLED);
        var firstLine = printed.lines().findFirst().orElse("");
        return "the process ended with status " + exit + (firstLine.isEmpty() ? "" : ": " + firstLine);
    }

    /// What went beyond the limit is refused, and few look at what they get instead of memory.
    private static Optional<String> memory(String printed) {
        var limit = LIMIT.matcher(printed);
        var held = HELD.matcher(printed);
        if (!limit.find() || !held.find()) return Optional.empty();
        long left = Long.parseLong(limit.group(1)) - Long.parseLong(held.group(1));
        return left < Restraint.ALLOWANCE / 2 >> 10
                ? Optional.of("out of memory: it took %.1f GB more than its buffers and scratch%s"
                        .formatted(Restraint.ALLOWANCE / 1e9, where(printed)))
                : Optional.empty();
    }

    private static String cuda(String printed) {
        int from = printed.indexOf(Cuda.DYING) + Cuda.DYING.length();
        return printed.substring(from, printed.indexOf('\n', from));
    }

    /// Whether the stack pointer stands at the stack's lower end, or beyond it where a large frame stepped over the
    /// guard zones.
    private static boolean isOutOfStack(String printed) {
        var stack = STACK.matcher(printed);
        return stack.find()
                && Long.parseUnsignedLong(stack.group(2), 16) - Long.parseUnsignedLong(stack.group(1), 16)
                        < GUARD_ZONES;
    }

    private static String where(String printed) {
        var frame = FRAME.matcher(printed);
        return frame.find() ? " in " + frame.group(1) : "";
    }

    private static String meaning(String signal) {
        return switch (signal) {
            case "SIGSEGV" -> "illegal address (SIGSEGV)";
            case "SIGBUS" -> "illegal access (SIGBUS)";
            case "SIGFPE" -> "arithmetic trap, such as an integer division by zero (SIGFPE)";
            case "SIGILL" -> "illegal instruction or trap (SIGILL)";
            default -> signal;
        };
    }
}
