package io.jforge.runtime.measure;

import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// Measures the roofline of a CPU with two loops of our own, in the worker and by its clock.
public final class Calibration {
    private static final int MODULE = 900;
    private static final long ROUNDS = 4_000_000;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long LARGEST_COPY = 256L << 20;

    private final Fence worker;
    private final Target target;

    public Calibration(Fence worker, Target target) {
        this.worker = worker;
        this.target = target;
    }

    /// Takes some half a second.
    ///
    /// @param hostModule the compiled host.c
    public Roofline measure(Path hostModule) {
        worker.load(MODULE, hostModule);
        try {
            return new Roofline(copyBandwidth(), arithmeticPeak());
        } finally {
            worker.unload(MODULE);
        }
    }

    /// The best of some copies of four times the last-level cache, with stores through the cache and past it.
    private double copyBandwidth() {
        long floats = Math.min(LARGEST_COPY, 4 * target.lastLevelCacheBytes()) / 4;
        worker.use(List.of(BufferSpec.input("from", DType.F32, floats), BufferSpec.output("to", DType.F32, floats)), 1);
        worker.fill(0, List.of(Fill.uniform(1, 0, 1)));
        double bytes = 2.0 * 4 * floats;
        return bytes / Math.min(copyNanos("forge_copy", floats), copyNanos("forge_copy_past_cache", floats));
    }

    private double copyNanos(String entry, long floats) {
        return bestNanos(call(entry, buffer("from"), buffer("to"), new PlannedArg.I64(floats)), 11);
    }

    private double arithmeticPeak() {
        long threads = target.cores();
        worker.use(List.of(BufferSpec.output("out", DType.F32, threads)), 1);
        double flopsPerRound = flopsPerRound();
        var sums = call("forge_multiply_add", buffer("out"), new PlannedArg.I64(ROUNDS), new PlannedArg.I64(threads));
        return flopsPerRound * ROUNDS * threads / bestNanos(sums, 7);
    }

    private double flopsPerRound() {
        passed(worker.run(call("forge_lanes", buffer("out")), 0, (byte) 0, DEADLINE));
        return worker.firstFloat();
    }

    private Call call(String entry, PlannedArg... args) {
        return Call.of(MODULE, entry, target.cores(), List.of(args));
    }

    private static PlannedArg buffer(String name) {
        return new PlannedArg.Buffer(name);
    }

    private double bestNanos(Call call, int samples) {
        var timings = passed(worker.time(List.of(call), Sampling.usual().exactly(samples), 0, DEADLINE));
        Timing timing = timings.timings().getFirst();
        return Collections.min(timing.samplesNanos());
    }

    private static <T> T passed(Step<T> step) {
        return switch (step) {
            case Step.Passed<T>(T value) -> value;
            case Step.Stopped<T>(Outcome outcome) ->
                throw new DeviceException("measuring what this machine can do failed: " + outcome.message());
        };
    }
}
