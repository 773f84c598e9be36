package io.jforge.jupyter.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Stops runs, and sees to what follows: for a while the checkpoints ask, and the reader hears of threads
/// that go on.
final class Stops {
    /// How long a stop keeps working on threads that the cell started.
    private static final long LASTS_MILLIS = 500;

    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private final AtomicLong latest = new AtomicLong();
    private final List<CellThread> leftBehind = new ArrayList<>();

    void stop(List<CellRun> runs) {
        long number = latest.incrementAndGet();
        Checkpoint.arm();
        runs.forEach(CellRun::stop);
        disarmLater(number, FIRST_PAUSE_MILLIS);
        afterwards(LASTS_MILLIS, () -> runs.forEach(Stops::warnOfOffspring));
    }

    /// Tries from here on to end a thread that has heeded no stop yet.
    void leaveBehind(CellThread thread) {
        synchronized (leftBehind) {
            leftBehind.add(thread);
        }
    }

    /// Lets go on what is not stopped; for threads that heed nothing yet, stops once more now and then.
    private void disarmLater(long number, long pauseMillis) {
        afterwards(LASTS_MILLIS, () -> {
            Checkpoint.disarm();
            if (number == latest.get() && someAreLeftBehind()) {
                afterwards(pauseMillis, () -> stopAgain(number, Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS)));
            }
        });
    }

    private void stopAgain(long number, long pauseMillis) {
        if (number == latest.get()) {
            Checkpoint.arm();
            disarmLater(number, pauseMillis);
        }
    }

    private static void afterwards(long millis, Runnable work) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Shell::inBackground)
                .execute(work);
    }

    private boolean someAreLeftBehind() {
        synchronized (leftBehind) {
            leftBehind.removeIf(each -> !each.isAlive());
            return !leftBehind.isEmpty();
        }
    }

    private static void warnOfOffspring(CellRun run) {
        run.offspringAtWork()
                .forEach(thread -> run.note("%s, which this cell has started, heeds no interrupt and goes on\n"
                        .formatted(thread.getName())));
    }
}
