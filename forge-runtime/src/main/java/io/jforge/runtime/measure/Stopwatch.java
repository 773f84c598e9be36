package io.jforge.runtime.measure;

import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.Verified;
import io.jforge.runtime.verify.Verifier;
import java.time.Duration;
import java.util.List;

/// Times verified code in the worker: with a cold cache before every sample and inputs that rotate, or with a warm one.
///
/// The worker's clock is checked against this process's own: samples that add up to more than the time that
/// passed here are refused.
public final class Stopwatch {
    private static final long LARGEST_FLUSH = 256L << 20;
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Duration A_FLUSH = Duration.ofMillis(250);
    private static final int SLOWER = 20;

    private final Task task;
    private final Fence worker;
    private final Verifier verifier;
    private final Roofline roofline;
    private final Duration grace;
    private final Cache cache;

    /// @param grace what a timing may take beyond what its samples should
    public Stopwatch(Task task, Fence worker, Verifier verifier, Roofline roofline, Duration grace, Cache cache) {
        this.cache = cache;
        this.task = task;
        this.worker = worker;
        this.verifier = verifier;
        this.roofline = roofline;
        this.grace = grace;
    }

    /// The time of one candidate; Suspect if it cannot be true.
    public Step<Timing> time(Verified verified, Sampling sampling) {
        return time(List.of(verified.call()), sampling, cache)
                .then(timings -> possible(timings, cache))
                .then(timings -> Step.passed(timings.getFirst()));
    }

    /// What the caches hold when a candidate is timed, unless asked otherwise.
    public Cache cache() {
        return cache;
    }

    /// All of them in turn, sample by sample, so that what drifts meets each alike.
    public Step<List<Timing>> inTurn(List<Call> calls, int samples) {
        return inTurn(calls, samples, cache);
    }

    /// The same, with this in the caches.
    public Step<List<Timing>> inTurn(List<Call> calls, int samples, Cache held) {
        return time(calls, Sampling.usual().exactly(samples).led(), held);
    }

    private Step<List<Timing>> possible(List<Timing> timings, Cache held) {
        for (var timing : timings) {
            var why = roofline.impossible(task, timing, held);
            if (why.isPresent())
                return Step.stopped(new Outcome.Suspect(timing, roofline.floorMicros(task, held), why.get()));
        }
        return Step.passed(timings);
    }

    private Step<List<Timing>> time(List<Call> calls, Sampling sampling, Cache held) {
        return worker.within("time", () -> {
            worker.use(Verifier.layout(task), Verifier.SETS);
            verifier.fillTimingSets();
            long start = System.nanoTime();
            var deadline = deadline(calls.size(), sampling);
            var timed = switch (held) {
                case COLD -> worker.time(calls, sampling, flushBytes(task.target()), deadline);
                case WARM -> worker.time(calls, sampling.warmly(), 0, deadline);
            };
            long passed = System.nanoTime() - start;
            return timed.then(times -> Verifier.untouched(times.ran(), "while it was timed")
                    .then(_ -> plausible(times.timings(), passed)));
        });
    }

    /// One that hangs only when it is timed must not cost minutes: what it may take follows from the runs that ended.
    private Duration deadline(int calls, Sampling sampling) {
        var each = verifier.longestRun().multipliedBy(SLOWER).plus(A_FLUSH);
        var all = grace.plus(each.multipliedBy((long) calls * sampling.atLeast()));
        return all.compareTo(MOST) < 0 ? all : MOST;
    }

    private static Step<List<Timing>> plausible(List<Timing> timings, long passedNanos) {
        long claimed = timings.stream()
                .flatMap(timing -> timing.samplesNanos().stream())
                .mapToLong(Long::longValue)
                .sum();
        boolean odd = claimed > passedNanos
                || timings.stream()
                        .anyMatch(timing -> timing.samplesNanos().stream().anyMatch(nanos -> nanos <= 0));
        return odd
                ? Step.stopped(new Outcome.Suspect(
                        timings.getFirst(), passedNanos / 1e3, "the worker's clock and the parent's disagree"))
                : Step.passed(timings);
    }

    /// Twice the last-level cache, as far as that is affordable.
    static long flushBytes(Target target) {
        return Math.min(LARGEST_FLUSH, 2 * target.lastLevelCacheBytes());
    }
}
