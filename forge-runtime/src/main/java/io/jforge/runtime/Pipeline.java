package io.jforge.runtime;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.Compiler;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.DiskFull;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.Lint;
import io.jforge.runtime.verify.Verified;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The whole loop's inside: compile, verify, time, verify again. A Source's origin plays no part in it.
final class Pipeline implements Evaluator, AutoCloseable {
    /// The worker's number for the candidate on trial.
    static final int MODULE = 1;

    /// A candidate this many times slower than the best is raced out.
    private static final double RACE = 3;

    private final Path folder;
    private final Task task;
    private final Compiler compiler;
    private final CompileAhead compiles;
    private final Fence worker;
    private final Verifier verifier;
    private final Stopwatch stopwatch;
    private final DeviceLock lock;
    private final Map<String, Outcome> measured = new HashMap<>();

    /// @param folder where what is compiled and computed is written
    /// @param lookahead how many candidates may be compiled while the device works; 0 where that disturbs it
    /// @param lock held while a candidate is on the device
    Pipeline(
            Path folder,
            Task task,
            Compiler compiler,
            int lookahead,
            Fence worker,
            Verifier verifier,
            Stopwatch stopwatch,
            DeviceLock lock) {
        this.folder = folder;
        this.task = task;
        this.compiler = compiler;
        this.compiles = new CompileAhead(this::compiled, lookahead);
        this.worker = worker;
        this.verifier = verifier;
        this.stopwatch = stopwatch;
        this.lock = lock;
    }

    @Override
    public Evaluation evaluate(Candidate candidate, double bestMicros) {
        var compiled = compiles.get(candidate);
        var clock = new StageClock(compiled);
        var footprint = new Footprint(compiled.binary());
        var outcome = compiled.binary()
                .then(clock.compiled())
                .then(binary -> once(binary, candidate))
                .then(binary -> lock.holding(() -> onDevice(candidate, binary, bestMicros, clock, footprint)))
                .outcome(timed -> timed);
        clock.done();
        if (DiskFull.isBehind(outcome, folder)) throw new DiskFull(folder, null);
        return new Evaluation(outcome, clock.stages(), footprint.resources());
    }

    @Override
    public int lookahead() {
        return compiles.width();
    }

    @Override
    public void expect(List<Candidate> next) {
        compiles.expect(next);
    }

    /// Its binary, compiled once in a run.
    Step<Binary> compile(Candidate candidate) {
        return compiles.get(candidate).binary();
    }

    private Step<Outcome> onDevice(
            Candidate candidate, Binary binary, double bestMicros, StageClock clock, Footprint footprint) {
        var sampling = Sampling.usual().racing(RACE * bestMicros);
        clock.begun();
        return verifier.verify(candidate, binary, MODULE)
                .then(clock.verified())
                .then(verified -> worker.within("time", () -> footprint.fitting(worker, verified)))
                .then(verified -> time(candidate, verified, sampling, bestMicros));
    }

    /// Compiles it, once its header is known to fit the task.
    private Step<Binary> compiled(Candidate candidate) {
        var unusable = candidate.source().whyUnusable();
        if (unusable.isPresent()) return Step.stopped(new Outcome.Rejected(unusable.get()));
        try {
            candidate.source().check(task.op());
            var plan = candidate.plan(task);
            return Lint.check(candidate.source()).then(source -> compiler.compile(source, plan));
        } catch (SpecException unfit) {
            return Step.stopped(new Outcome.Forbidden("plan", unfit.getMessage()));
        }
    }

    private Step<Outcome> time(Candidate candidate, Verified verified, Sampling sampling, double bestMicros) {
        return stopwatch
                .time(verified, sampling)
                .then(measured -> after(candidate, measured.timing(), bestMicros)
                        .then(after -> Step.passed(remember(
                                verified.binary(),
                                new Outcome.Timed(
                                        measured.timing(),
                                        verified.evidence()
                                                .and(measured.evidence())
                                                .and(after))))));
    }

    /// One that is out of the race, none of whose samples was judged, is run again too: it is said to be
    /// right. A new best has more to prove.
    private Step<Evidence> after(Candidate candidate, Timing timing, double bestMicros) {
        var again = verifier.again(candidate, MODULE)
                .then(first -> verifier.repeated(candidate, MODULE).then(then -> Step.passed(first.and(then))));
        if (timing.racedOut() || timing.medianMicros() >= bestMicros) return again;
        return again.then(first -> verifier.afresh(candidate, MODULE).then(then -> Step.passed(first.and(then))));
    }

    /// Code that came out the same, launched the same way, is measured once.
    private Step<Binary> once(Binary binary, Candidate candidate) {
        var before = measured.get(key(binary));
        return before == null ? Step.passed(binary) : Step.stopped(before);
    }

    private Outcome remember(Binary binary, Outcome outcome) {
        measured.put(key(binary), outcome);
        return outcome;
    }

    @Override
    public void close() {
        compiles.close();
    }

    private static String key(Binary binary) {
        try {
            return Arrays.hashCode(Files.readAllBytes(binary.object()))
                    + ":" + Files.size(binary.object())
                    + binary.plan().launches() + binary.plan().scratch();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read what the compiler wrote", unreadable);
        }
    }
}
