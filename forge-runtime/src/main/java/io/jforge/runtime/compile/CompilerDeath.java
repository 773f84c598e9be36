package io.jforge.runtime.compile;

import java.util.regex.Pattern;

/// Says in one line how a compiler process ended, from what it printed and its exit status.
final class CompilerDeath {
    private static final Pattern MEMORY =
            Pattern.compile("bad_alloc|[Oo]ut of memory|OutOfMemoryError|insufficient memory|cannot allocate");
    private static final Pattern SIGNAL = Pattern.compile("(SIG[A-Z]+) \\(0x");
    private static final int SIGNALLED = 128;

    private CompilerDeath() {}

    static String describe(String printed, int status) {
        var signal = SIGNAL.matcher(printed);
        if (signal.find()) return "it crashed (" + signal.group(1) + ")";
        if (MEMORY.matcher(printed).find()) return "it ran out of memory";
        var how = status > SIGNALLED ? "it ended by signal " + (status - SIGNALLED) : "it ended with status " + status;
        var first = printed.strip().lines().findFirst().orElse("");
        return first.isEmpty() ? how : how + ": " + first;
    }
}
