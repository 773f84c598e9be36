package io.jforge.runtime;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CcCompiler;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.Reference;
import io.jforge.runtime.verify.Verified;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A rig for tests: the same parts, shorter deadlines, and a roofline that is given instead of measured.
final class Bench implements AutoCloseable {
    /// So high that no time is under its floor.
    static final Roofline HIGH = new Roofline(1e6, 1e9);

    static final Duration COMPILE = Duration.ofSeconds(5);
    static final Duration RUN = Duration.ofSeconds(4);
    static final Duration GRACE = Duration.ofSeconds(2);

    final Task task;
    final Fence worker;
    final Verifier verifier;
    final Path lockFile;
    Runnable waiting = () -> {};
    private final Path folder;
    private final DeviceLock lock;
    private final Fence judge;
    private final CcCompiler compiler;
    private final Candidate naive;
    private final Binary naiveBinary;

    Bench(Path folder, String op, String shape) {
        this.folder = folder;
        var entry = new Catalogue().find(op);
        lockFile = folder.resolve("lock");
        lock = new DeviceLock(lockFile, () -> waiting.run(), () -> {});
        task = Task.of(entry.op(), shape, "f32", Compilers.SOFTMAX.target());
        compiler = new CcCompiler(Compilers.USUAL, own(folder, "binaries"), COMPILE, 4L << 30);
        var host = compiler.library(
                "host", Resources.text("/prelude/forge.h") + Resources.text("/host/host.c"), List.of());
        worker = new Fence("cpu", own(folder, "worker"), host);
        judge = Fence.open("cpu", own(folder, "judge"), host);
        var reference =
                Reference.of(task, entry.reference(), (name, text) -> compiler.library(name, text, List.of()), judge);
        verifier = new Verifier(task, worker, reference, new SecureRandom(), RUN);
        naive = new Candidate(entry.naive(Language.C), Map.of());
        naiveBinary = switch (compiler.compile(naive.source(), naive.plan(task))) {
            case Step.Passed<Binary>(Binary binary) -> binary;
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }

    private static Path own(Path folder, String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /// A pipeline that has not measured anything yet.
    Pipeline pipeline(Roofline roofline) {
        return pipeline(roofline, Cache.COLD);
    }

    Pipeline pipeline(Roofline roofline, Cache cache) {
        return new Pipeline(folder, task, compiler, 0, worker, verifier, stopwatch(roofline, cache), lock);
    }

    private Stopwatch stopwatch(Roofline roofline, Cache cache) {
        return new Stopwatch(task, worker, verifier, roofline, GRACE, cache);
    }

    /// What becomes of it, tried from the beginning.
    Outcome evaluate(Source source) {
        return pipeline(HIGH)
                .evaluate(new Candidate(source, source.defaults()), Double.POSITIVE_INFINITY)
                .outcome();
    }

    Outcome evaluate(String text) {
        return evaluate(Source.parse(text));
    }

    /// Whether the naive source is right, its time can be taken, and nothing is said against it.
    Step<Timing> naive() {
        return verifier.verify(naive, naiveBinary, Pipeline.MODULE)
                .then(verified -> stopwatch(HIGH, Cache.COLD)
                        .time(verified, Sampling.usual().exactly(3))
                        .then(measured -> Step.passed(measured.timing())));
    }

    /// What becomes of it at the first of its tunables' points that this task admits; empty if it admits none.
    Optional<Outcome> evaluateAdmitted(Source source) {
        return source.assignments().stream()
                .filter(point -> LaunchPlan.admits(source, task, point))
                .findFirst()
                .map(point -> pipeline(HIGH)
                        .evaluate(new Candidate(source, point), Double.POSITIVE_INFINITY)
                        .outcome());
    }

    /// What it takes to say that the naive source is right.
    Step<Verified> verifyNaive() {
        return verifier.verify(naive, naiveBinary, Pipeline.MODULE);
    }

    @Override
    public void close() {
        verifier.close();
        worker.close();
        judge.close();
    }
}
