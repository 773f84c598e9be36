package io.jforge.jupyter.shell;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Cuts work off that takes too long, as a stop cuts off a cell, and leaves the cell around it alone.
///
/// Work that does not heed that is stopped with its whole cell.
public final class TimeLimit {
    private static final long AGAIN_MILLIS = 50;
    private static final Duration GRACE = Duration.ofMillis(500);

    private final CellRun whole;
    private final CellRun part;
    private final Thread thread = Thread.currentThread();
    private boolean over;
    private long passedAt;

    /// There once it is needed.
    private static final class Watch {
        static final ScheduledThreadPoolExecutor THREAD = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("time-limits").factory());

        static {
            THREAD.setRemoveOnCancelPolicy(true);
        }
    }

    private TimeLimit(CellRun whole) {
        this.whole = whole;
        this.part = (whole == null ? new CellRun((_, _) -> {}, Around.NOTHING, () -> false) : whole).part();
    }

    /// Does the work on the calling thread.
    ///
    /// @throws TimeoutException when it was cut off
    /// @throws Exception what it threw
    public static <T> T during(Duration limit, Callable<T> work) throws Exception {
        CellRun owner = CellRun.ownerOfThisThread();
        TimeLimit time = new TimeLimit(CellRun.ofThisThread());
        time.part.adoptThread();
        var watch = Watch.THREAD.schedule(time::pass, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            T result = work.call();
            if (time.isCutOff()) throw new TimeoutException(); // what it says then is about the interrupt
            return result;
        } catch (Throwable e) {
            if (time.isCutOff()) throw new TimeoutException();
            throw e;
        } finally {
            watch.cancel(false);
            time.end();
            giveBack(owner);
        }
    }

    private static void giveBack(CellRun owner) {
        if (owner == null) CellRun.releaseThread();
        else owner.adoptThread();
    }

    private synchronized void pass() {
        if (over) return;
        if (passedAt == 0) {
            passedAt = System.nanoTime();
            Checkpoint.arm();
            part.stop();
        }
        thread.interrupt();
        if (System.nanoTime() - passedAt < GRACE.toNanos() || whole == null)
            Watch.THREAD.schedule(this::pass, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        else whole.stop();
    }

    private synchronized boolean isCutOff() {
        return passedAt != 0 && (whole == null || !whole.isStopped());
    }

    private synchronized void end() {
        over = true;
        if (passedAt == 0) return;
        Checkpoint.disarm();
        Thread.interrupted(); // it was meant for the work
    }
}
