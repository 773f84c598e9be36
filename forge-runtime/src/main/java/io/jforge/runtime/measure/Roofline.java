package io.jforge.runtime.measure;

import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Timing;
import java.util.Optional;

/// What this machine was measured to do at most: bytes copied and f32 arithmetic per second (Williams,
/// Waterman, Patterson 2009, "Roofline").
///
/// @param gigabytesPerSecond read plus written by a copy that does not fit the caches
/// @param gigaflops f32 multiply-adds by all cores, each counting two
/// @param mostGigabytesPerSecond what nothing can exceed: theoretical where the device tells it; `mostGigaflops`
/// likewise
public record Roofline(
        double gigabytesPerSecond, double gigaflops, double mostGigabytesPerSecond, double mostGigaflops) {
    /// Nothing runs this much faster than the best that was measured: caches that a flush missed, a clock that was
    /// lower meanwhile. A processor does not tell its theoretical figures, so they are bounded from here.
    private static final double HEADROOM = 3;

    /// Of a device that does not tell its theoretical figures.
    public Roofline(double gigabytesPerSecond, double gigaflops) {
        this(gigabytesPerSecond, gigaflops, HEADROOM * gigabytesPerSecond, HEADROOM * gigaflops);
    }

    /// The higher of both in each respect.
    Roofline or(Roofline other) {
        return new Roofline(
                Math.max(gigabytesPerSecond, other.gigabytesPerSecond),
                Math.max(gigaflops, other.gigaflops),
                Math.max(mostGigabytesPerSecond, other.mostGigabytesPerSecond),
                Math.max(mostGigaflops, other.mostGigaflops));
    }

    /// The least time of the task in microseconds: its bytes at full bandwidth or its flops at full rate,
    /// whichever is longer.
    public double leastMicros(Task task) {
        return Math.max(bytesMicros(task.readBytes() + task.writeBytes()), task.flops() / gigaflops / 1e3);
    }

    /// The part of the roof that a time reaches; 1 is the roof, and reads can beat a copy a little.
    public double share(Task task, double micros) {
        return leastMicros(task) / micros;
    }

    /// Whether bytes or arithmetic bound the task.
    public boolean isMemoryBound(Task task) {
        return bytesMicros(task.readBytes() + task.writeBytes()) >= task.flops() / gigaflops / 1e3;
    }

    /// Why a time cannot be true, if it cannot: under what the bytes that must be read and those written beyond the
    /// last-level cache take, or the arithmetic, at rates that nothing can exceed.
    public Optional<String> impossible(Task task, Timing timing, Cache cache) {
        return timing.medianMicros() >= floorMicros(task, cache)
                ? Optional.empty()
                : Optional.of("faster than this device can move the bytes or do the arithmetic");
    }

    /// With a warm cache only what is read beyond the last-level cache counts as well.
    public double floorMicros(Task task, Cache cache) {
        long inCache = task.target().lastLevelCacheBytes();
        double read = switch (cache) {
            case COLD -> task.floorReadBytes();
            case WARM -> Math.max(0, task.floorReadBytes() - inCache);
        };
        double bytes = read + Math.max(0, task.writeBytes() - inCache);
        return Math.max(bytes / mostGigabytesPerSecond, task.flops() / mostGigaflops) / 1e3;
    }

    private double bytesMicros(long bytes) {
        return bytes / gigabytesPerSecond / 1e3;
    }
}
