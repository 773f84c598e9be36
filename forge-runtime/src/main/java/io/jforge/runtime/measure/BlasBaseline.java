package io.jforge.runtime.measure;

import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Verifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// A vendor's library in a worker of its own, loaded, flushed and timed as a candidate is.
public final class BlasBaseline implements Baseline {
    private static final int MODULE = 1;
    private static final byte POISON = (byte) 0xFF;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Task task;
    private final Path library;
    private final Function<Integer, Call> product;
    private final Supplier<Fence> fences;
    private Optional<Fence> worker = Optional.empty();

    /// @param library what the worker loads
    /// @param product the call, given the module's number; an IllegalArgumentException says why there is none
    /// @param fences makes the worker
    public BlasBaseline(Task task, Path library, Function<Integer, Call> product, Supplier<Fence> fences) {
        this.task = task;
        this.library = library;
        this.product = product;
        this.fences = fences;
    }

    @Override
    public Had<Ready> prepare(List<List<Fill>> sets) {
        return had(fence -> {
            var call = product.apply(MODULE);
            fence.use(Verifier.layout(task), sets.size());
            for (int set = 0; set < sets.size(); set++) fence.fill(set, sets.get(set));
            long start = System.nanoTime();
            fence.load(MODULE, library);
            return fence.run(call, 0, POISON, DEADLINE)
                    .then(ran -> Verifier.untouched(ran, "while it ran"))
                    .then(_ -> Step.passed(new Ready((System.nanoTime() - start) / 1e9, fence.captured())));
        });
    }

    @Override
    public Had<List<Long>> sample(int count, Cache held) {
        var cold = Sampling.usual().exactly(count).led();
        var sampling = held == Cache.WARM ? cold.warmly() : cold;
        long flushBytes = held == Cache.WARM ? 0 : Stopwatch.flushBytes(task.target());
        return had(fence -> fence.time(List.of(product.apply(MODULE)), sampling, flushBytes, DEADLINE)
                .then(times -> Step.passed(times.timings().getFirst().samplesNanos())));
    }

    private <T> Had<T> had(Function<Fence, Step<T>> asking) {
        try {
            var fence = worker.orElseGet(fences);
            worker = Optional.of(fence);
            return switch (fence.within("time", () -> asking.apply(fence))) {
                case Step.Passed<T>(T value) -> Had.got(value);
                case Step.Stopped<T>(Outcome outcome) -> Had.missing(outcome.message());
            };
        } catch (DeviceException | IllegalArgumentException refused) {
            return Had.missing(String.valueOf(refused.getMessage()));
        }
    }

    @Override
    public void close() {
        worker.ifPresent(Fence::close);
        worker = Optional.empty();
    }
}
