package io.jforge.jupyter;

import java.util.function.BooleanSupplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// What Ctrl-C does.
///
/// The JDK has no supported interface to signals; this one is exported by `jdk.unsupported` for that
/// reason. A shutdown hook would not do: the hooks of what the thread has started run beside it.
final class Interrupts {
    private static final Signal CTRL_C = new Signal("INT");
    private static final int KILLED_BY_CTRL_C = 130;

    private Interrupts() {}

    /// Interrupts this thread, which then puts its things in order; a second one ends the process.
    static void toThisThread() {
        var thread = Thread.currentThread();
        Signal.handle(CTRL_C, _ -> {
            Signal.handle(CTRL_C, _ -> Runtime.getRuntime().halt(KILLED_BY_CTRL_C));
            thread.interrupt();
        });
    }

    /// Asks each time whether there is something that could be interrupted, and ends the process when not.
    static void to(BooleanSupplier work) {
        Signal.handle(CTRL_C, _ -> {
            if (!work.getAsBoolean()) Runtime.getRuntime().halt(KILLED_BY_CTRL_C);
        });
    }

    /// Leaves it to whoever started this process: a kernel is interrupted by message.
    static void ignore() {
        Signal.handle(CTRL_C, SignalHandler.SIG_IGN);
    }
}
