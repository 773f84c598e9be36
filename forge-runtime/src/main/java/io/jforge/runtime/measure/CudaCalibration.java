package io.jforge.runtime.measure;

import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.CudaDevices.CudaDevice;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/// Measures the roofline of a GPU with loops of our own (host.cu), in the worker and by its events.
public final class CudaCalibration {
    private static final int HOST = 0;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long COPY_BYTES = 1L << 30;
    private static final long BLOCK = 256;
    private static final long ROUNDS = 20_000;
    private static final double FLOPS_A_ROUND = 32;
    private static final int SAMPLES = 101;
    private static final long TENSOR_ROUNDS = 5_000;

    private final Fence worker;
    private final CudaDevice device;

    public CudaCalibration(Fence worker, CudaDevice device) {
        this.worker = worker;
        this.device = device;
    }

    /// The roof for the task's dtypes: 16-bit ones can use the tensor cores. Takes some tenths of a second.
    public Roofline measure(Task task) {
        boolean tensor = task.dtypes().values().stream().allMatch(dtype -> dtype == DType.F16 || dtype == DType.BF16);
        double bytesPerSecond = copyBandwidth();
        double flops = tensor ? tensorPeak() : arithmeticPeak();
        return new Roofline(bytesPerSecond, flops, 1.05 * device.gigabytesPerSecond(), 1.05 * theoretical(tensor));
    }

    private double copyBandwidth() {
        var from = BufferSpec.input("from", DType.F32, COPY_BYTES / 4);
        worker.use(List.of(from, BufferSpec.output("to", DType.F32, COPY_BYTES / 4)), 1);
        worker.fill(0, List.of(Fill.uniform(1, 0, 1)));
        var args = List.<PlannedArg>of(buffer("from"), buffer("to"), new PlannedArg.I64(COPY_BYTES));
        return 2.0 * COPY_BYTES / bestNanos(blocks("forge_copy", COPY_BYTES / 16 / BLOCK, args));
    }

    private double arithmeticPeak() {
        double threads = threads(8);
        return FLOPS_A_ROUND * ROUNDS * threads / bestNanos(call("forge_multiply_add", 8, loop(8, ROUNDS)));
    }

    private double tensorPeak() {
        double blocks = threads(4) / BLOCK;
        var rounds = loop(4, TENSOR_ROUNDS);
        passed(worker.run(blocks("forge_tensor_flops", 1, rounds.subList(0, 1)), 0, (byte) 0, DEADLINE));
        double flops = worker.firstFloat();
        return flops * TENSOR_ROUNDS * blocks / bestNanos(call("forge_tensor", 4, rounds));
    }

    private List<PlannedArg> loop(long blocksEach, long rounds) {
        worker.use(List.of(BufferSpec.output("out", DType.F32, (long) threads(blocksEach))), 1);
        return List.of(buffer("out"), new PlannedArg.I64(rounds));
    }

    private double threads(long blocksEach) {
        return (double) blocksEach * device.target().cores() * BLOCK;
    }

    /// Multiply-adds a clock of a multiprocessor, as the architectures' white papers give them.
    private double theoretical(boolean tensor) {
        double tensorFlops =
                device.major() >= 10 ? 8192 : device.major() == 9 ? 4096 : device.minor() == 0 ? 2048 : 1024;
        double flopsAClock = tensor ? tensorFlops : 256;
        return flopsAClock * device.target().cores() * device.clockGigahertz();
    }

    private Call call(String entry, long blocksEach, List<PlannedArg> args) {
        return blocks(entry, blocksEach * device.target().cores(), args);
    }

    private static Call blocks(String entry, long count, List<PlannedArg> args) {
        var grid = List.of(count, 1L, 1L);
        var launch = new PlannedLaunch(
                entry,
                OptionalInt.empty(),
                grid,
                List.of(BLOCK, 1L, 1L),
                List.of(1L, 1L, 1L),
                0,
                false,
                false,
                false,
                args);
        return new Call(HOST, List.of(), List.of(launch));
    }

    private static PlannedArg buffer(String name) {
        return new PlannedArg.Buffer(name);
    }

    /// The least of many: the first meet a GPU whose clocks are still low.
    private double bestNanos(Call call) {
        var times = passed(worker.time(List.of(call), Sampling.usual().exactly(SAMPLES), 0, DEADLINE));
        return Collections.min(times.timings().getFirst().samplesNanos());
    }

    private static <T> T passed(Step<T> step) {
        return switch (step) {
            case Step.Passed<T>(T value) -> value;
            case Step.Stopped<T>(Outcome outcome) ->
                throw new DeviceException("measuring what this GPU can do failed: " + outcome.message());
        };
    }
}
