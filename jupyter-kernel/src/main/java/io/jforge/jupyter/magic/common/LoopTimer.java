package io.jforge.jupyter.magic.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

/// Times a loop: warms it up until its time is steady, then runs it several times.
final class LoopTimer {
    private static final long BATCH_NANOS = 10_000_000;
    private static final long RUN_NANOS = 50_000_000;
    private static final long LEAST_WARM_UP_NANOS = 300_000_000;
    private static final long MOST_WARM_UP_NANOS = 3_000_000_000L;
    private static final long MOST_NANOS = 10_000_000_000L;
    private static final long MOST_LOOPS = 1_000_000_000;
    private static final int USUAL_RUNS = 15;
    private static final int FEWEST_RUNS = 3;

    /// Two stretches of so many batches whose medians differ by less than this are steady.
    private static final int STRETCH = 5;

    private static final double STEADY = 0.03;

    private final LongFunction<Callable<Long>> code;
    private long loopsDone;
    private long nanosDone;

    LoopTimer(LongFunction<Callable<Long>> code) {
        this.code = code;
    }

    LoopTiming measure(long loops, int runs) throws Exception {
        double first = perLoop(1);
        boolean steady = first >= MOST_WARM_UP_NANOS || warmUp(first);
        long warmUpLoops = loopsDone;
        double warmUpNanos = nanosDone;
        double estimate = Math.max(0.01, first < MOST_WARM_UP_NANOS ? latest : first);
        long each = loops > 0 ? loops : Math.clamp((long) (RUN_NANOS / estimate), 1, MOST_LOOPS);
        int times = runs > 0 ? runs : Math.clamp((long) (MOST_NANOS / (estimate * each)), FEWEST_RUNS, USUAL_RUNS);
        double[] nanos = new double[times];
        for (int i = 0; i < times; i++) nanos[i] = perLoop(each);
        Arrays.sort(nanos);
        return new LoopTiming(nanos, each, first, warmUpLoops, warmUpNanos, steady);
    }

    private double latest;

    /// Whether the time became steady before patience ran out.
    private boolean warmUp(double first) throws Exception {
        List<Double> batches = new ArrayList<>();
        double perLoop = first;
        while (nanosDone < MOST_WARM_UP_NANOS) {
            perLoop = perLoop(Math.clamp((long) (BATCH_NANOS / Math.max(0.01, perLoop)), 1, MOST_LOOPS));
            batches.add(perLoop);
            latest = perLoop;
            if (nanosDone >= LEAST_WARM_UP_NANOS && isSteady(batches)) return true;
        }
        return isSteady(batches);
    }

    private static boolean isSteady(List<Double> batches) {
        int size = batches.size();
        if (size < 2 * STRETCH) return false;
        double before = median(batches.subList(size - 2 * STRETCH, size - STRETCH));
        double now = median(batches.subList(size - STRETCH, size));
        return Math.abs(now - before) <= STEADY * before;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private double perLoop(long loops) throws Exception {
        long nanos = code.apply(loops).call();
        loopsDone += loops;
        nanosDone += nanos;
        return (double) nanos / loops;
    }
}
