package io.jforge.jupyter.shell;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/// Where a cell's woven code asks whether to go on: free while nobody stops a cell.
///
/// The question is a call site whose target does nothing, so compiled loops hold no trace of it and still
/// vectorise. A stop changes the target, which makes the JVM throw away the code compiled on that
/// assumption.
public final class Checkpoint {
    private static final MethodHandle GO_ON = MethodHandles.empty(MethodType.methodType(void.class));
    private static final MethodHandle ASK = ask();
    private static final MutableCallSite SITE = new MutableCallSite(GO_ON);
    private static final MethodHandle QUESTION = SITE.dynamicInvoker();

    private static int armed;

    private Checkpoint() {}

    /// Called by woven code at method entries and before jumps back.
    ///
    /// @throws Throwable the stop, and nothing else
    public static void check() throws Throwable {
        QUESTION.invokeExact();
    }

    /// Asks from here on, until whoever armed it has disarmed it.
    static synchronized void arm() {
        armed++;
        turn(ASK);
    }

    static synchronized void disarm() {
        if (--armed == 0) turn(GO_ON);
    }

    /// How many have armed it and not disarmed it yet.
    static synchronized int askers() {
        return armed;
    }

    private static void turn(MethodHandle target) {
        if (SITE.getTarget() != target) {
            SITE.setTarget(target);
            MutableCallSite.syncAll(new MutableCallSite[] {SITE});
        }
    }

    private static void throwIfStopped() {
        CellRun run = CellRun.ofThisThread();
        if (run != null && run.isStopped()) {
            throw new CellStopped();
        }
    }

    private static MethodHandle ask() {
        try {
            return MethodHandles.lookup()
                    .findStatic(Checkpoint.class, "throwIfStopped", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
