package io.jforge.jupyter.server;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The process's own standard error, past the redirection for cells; each complaint appears once.
final class Log {
    private static final PrintStream ERR =
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private Log() {}

    static void once(String complaint) {
        if (SAID.add(complaint)) {
            ERR.println("jforge: " + complaint);
        }
    }
}
