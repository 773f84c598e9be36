package io.jforge.runtime.device;

import java.util.regex.Pattern;

/// Says in one line how a worker ended, from what the JVM printed and the exit status.
final class CrashReport {
    private static final Pattern SIGNAL = Pattern.compile("(SIG[A-Z]+) \\(0x");
    private static final Pattern FRAME = Pattern.compile("Problematic frame:\\s*\\n#\\s*C\\s+\\[[^\\]]*\\]\\s+(\\w+)");
    private static final int SIGNALLED = 128;

    private CrashReport() {}

    static String describe(String printed, int exit) {
        if (printed.contains(Cuda.DYING)) return cuda(printed);
        var signal = SIGNAL.matcher(printed);
        if (signal.find()) return meaning(signal.group(1)) + where(printed);
        if (printed.contains("StackOverflowError") || printed.contains("stack guard")) return "stack overflow";
        if (exit == SIGNALLED + 9) return "the process was killed (out of memory?)";
        if (exit > SIGNALLED) return "the process ended by signal " + (exit - SIGNALLED);
        var firstLine = printed.lines().findFirst().orElse("");
        return "the process ended with status " + exit + (firstLine.isEmpty() ? "" : ": " + firstLine);
    }

    private static String cuda(String printed) {
        int from = printed.indexOf(Cuda.DYING) + Cuda.DYING.length();
        return printed.substring(from, printed.indexOf('\n', from));
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
