package io.jforge.jupyter;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Turns Ctrl-C into an interrupt of one thread, which then has a few seconds to put its things in order.
final class Interrupts {
    private static final int SECONDS = 4;

    private final CountDownLatch done = new CountDownLatch(1);

    private Interrupts() {}

    static Interrupts toThisThread() {
        var interrupts = new Interrupts();
        var thread = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupts.end(thread), "interrupts"));
        return interrupts;
    }

    /// The thread has finished: ending the process need not wait for it.
    void done() {
        done.countDown();
    }

    private void end(Thread thread) {
        if (done.getCount() == 0) return;
        thread.interrupt();
        try {
            done.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
