package io.jforge.runtime.measure;

import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.FreshInputs;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.Verified;
import io.jforge.runtime.verify.Verifier;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// Times verified code in the worker: with a cold cache before every sample and inputs that rotate, or with
/// a warm one.
///
/// Every sample has inputs that the candidate has not seen and outputs that hold no answer; some samples
/// are judged, so what is timed is what was verified. The worker's clock is checked against this process's
/// own: samples that add up to more than the time that passed here are refused.
public final class Stopwatch {
    private static final long LARGEST_FLUSH = 256L << 20;
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Duration A_FLUSH = Duration.ofMillis(250);
    private static final int SLOWER = 20;
    private static final double DRIFT = 0.25;
    private static final int FIRST_PROBE = 4;
    private static final int FIRST_PROBES = 4;

    private final Task task;
    private final Fence worker;
    private final Verifier verifier;
    private final Roofline roofline;
    private final Duration grace;
    private final Cache cache;
    private final RandomGenerator random = new SecureRandom();

    /// @param grace what a timing may take beyond what its samples should
    public Stopwatch(Task task, Fence worker, Verifier verifier, Roofline roofline, Duration grace, Cache cache) {
        this.cache = cache;
        this.task = task;
        this.worker = worker;
        this.verifier = verifier;
        this.roofline = roofline;
        this.grace = grace;
    }

    /// One candidate's time, and how its timed samples were judged.
    public record Measured(Timing timing, Evidence evidence) {
        /// These samples and those taken after them.
        public Measured and(Measured later) {
            return new Measured(timing.and(later.timing), evidence.and(later.evidence));
        }
    }

    /// The time of one candidate; Suspect if it cannot be true.
    ///
    /// Two of its samples are judged: one that comes early, at a place that nobody knows before, and the
    /// last. One that is raced out is nobody's winner, and is not judged further.
    public Step<Measured> time(Verified verified, Sampling sampling) {
        var calls = List.of(verified.call());
        int first = FIRST_PROBE + random.nextInt(FIRST_PROBES);
        return time(calls, sampling.upTo(first), cache, verifier.knownProbe())
                .then(early -> early.racedOut()
                        ? Step.passed(early)
                        : time(calls, sampling, cache, verifier.knownProbe())
                                .then(late -> Step.passed(early.and(late))))
                .then(taken -> possible(taken.timings(), cache)
                        .then(timings -> Step.passed(measured(timings.getFirst(), taken.evidence()))));
    }

    /// One whose first samples are unlike its last ones says so: it may have warmed up, or counted its calls.
    private static Measured measured(Timing timing, Evidence evidence) {
        double drift = timing.drift();
        if (Math.abs(drift - 1) < DRIFT) return new Measured(timing, evidence);
        return new Measured(
                timing,
                evidence.and(Evidence.noting(String.format(
                        Locale.ROOT, "drift: its last samples took %.2f times as long as its first ones", drift))));
    }

    /// What the caches hold when a candidate is timed, unless asked otherwise.
    public Cache cache() {
        return cache;
    }

    /// Samples of several calls, in their order, and how the last sample of the last call was judged.
    public record Taken(List<Timing> timings, Evidence evidence) {
        boolean racedOut() {
            return timings.getFirst().racedOut();
        }

        Taken and(Taken later) {
            var all = new ArrayList<Timing>();
            for (int i = 0; i < timings.size(); i++) all.add(timings.get(i).and(later.timings.get(i)));
            return new Taken(all, evidence.and(later.evidence));
        }
    }

    /// All of them in turn, sample by sample, so that what drifts meets each alike.
    public Step<Taken> inTurn(List<Call> calls, int samples) {
        return inTurn(calls, samples, cache);
    }

    /// The same, with this in the caches.
    public Step<Taken> inTurn(List<Call> calls, int samples, Cache held) {
        return time(calls, Sampling.usual().exactly(samples).led(), held, verifier.freshProbe());
    }

    private Step<List<Timing>> possible(List<Timing> timings, Cache held) {
        for (var timing : timings) {
            var why = roofline.impossible(task, timing, held);
            if (why.isPresent())
                return Step.stopped(new Outcome.Suspect(timing, roofline.floorMicros(task, held), why.get()));
        }
        return Step.passed(timings);
    }

    private Step<Taken> time(List<Call> calls, Sampling sampling, Cache held, Verifier.Probe probe) {
        return worker.within("time", () -> {
            worker.use(Verifier.layout(task), Verifier.SETS);
            verifier.fillTimingSets();
            var wanted = held == Cache.COLD ? sampling : sampling.warmly();
            long flush = held == Cache.COLD ? flushBytes(task.target()) : 0;
            var fresh = new FreshInputs(verifier.freshSeed(), probe.fills());
            long start = System.nanoTime();
            var timed =
                    worker.time(calls, wanted, flush, deadline(calls.size(), sampling), fresh, verifier.wantsCapture());
            long passed = System.nanoTime() - start;
            return timed.then(times -> Verifier.untouched(times.ran(), "while it was timed")
                    .then(_ -> plausible(times.timings(), passed))
                    .then(timings -> judged(timings, probe)));
        });
    }

    private Step<Taken> judged(List<Timing> timings, Verifier.Probe probe) {
        return timings.getFirst().racedOut()
                ? Step.passed(new Taken(timings, Evidence.none()))
                : verifier.timed(probe).then(evidence -> Step.passed(new Taken(timings, evidence)));
    }

    /// One that hangs only when it is timed must not cost minutes: what it may take follows from the runs
    /// that ended.
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
