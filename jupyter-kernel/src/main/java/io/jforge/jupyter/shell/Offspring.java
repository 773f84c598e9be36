package io.jforge.jupyter.shell;

import java.util.Arrays;
import java.util.List;

/// The threads that a cell's code has started and that still run code of cells; an executor's, for instance.
///
/// A thread is known by its number, since those count up, and by what is on its stack. Virtual threads cannot be
/// listed; a stop reaches them at their next step.
record Offspring(long firstNumber) {
    private static final String OF_CELLS = "REPL.$JShell$";

    /// What is started from now on.
    static Offspring fromNow() {
        return new Offspring(Thread.ofPlatform().unstarted(() -> {}).threadId());
    }

    /// Those that run a cell's code at this moment, but for the threads that cells themselves run on.
    List<Thread> atWork() {
        return Arrays.stream(all())
                .filter(thread -> thread != null && thread.threadId() > firstNumber)
                .filter(thread -> !thread.getName().startsWith(CellThread.NAME))
                .filter(Offspring::runsCellCode)
                .toList();
    }

    private static boolean runsCellCode(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith(OF_CELLS));
    }

    private static Thread[] all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        root.enumerate(threads);
        return threads;
    }
}
