package io.jforge.runtime.llm;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// A time in which waits take no time.
final class FakePacing implements Pacing {
    private static final ZonedDateTime START = ZonedDateTime.parse("2026-10-21T07:27:30Z");

    private final AtomicLong slept = new AtomicLong();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    @Override
    public long nanos() {
        return System.nanoTime() + slept.get();
    }

    @Override
    public ZonedDateTime now() {
        return START.plusNanos(slept.get());
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        waits.add(time);
        slept.addAndGet(time.toNanos());
    }

    List<Duration> waits() {
        return waits;
    }
}
