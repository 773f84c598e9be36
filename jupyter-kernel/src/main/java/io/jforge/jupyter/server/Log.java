package io.jforge.jupyter.server;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The process's own standard error, past the redirection for cells; each complaint appears once.
///
/// Whoever sends nonsense can fill neither the memory nor the log with it.
final class Log {
    private static final int MOST_COMPLAINTS = 200;
    private static final int LONGEST = 300;

    private static final PrintStream ERR =
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private Log() {}

    static void once(String complaint) {
        var said = complaint.substring(0, Math.min(LONGEST, complaint.length()));
        if (SAID.size() < MOST_COMPLAINTS && SAID.add(said)) {
            ERR.println("jforge: " + said);
        }
    }
}
