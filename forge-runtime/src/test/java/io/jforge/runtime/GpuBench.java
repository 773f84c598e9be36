package io.jforge.runtime;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaCompilers;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.ResourceReport;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.RooflineCache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Verified;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a run is made with on the first GPU, for tests: with short deadlines, and nothing fetched.
final class GpuBench implements AutoCloseable {
    static final Deadlines SHORT = new Deadlines(Duration.ofSeconds(2), Duration.ofSeconds(2));
    static final CudaCompilers.Consent NO = _ -> Optional.empty();

    final Task task;
    private final Rig rig;

    GpuBench(Path folder, Catalogue.Entry entry, Task task, CudaTools tools) {
        this.task = task;
        var maker = Tools.cuda(Gpu.Needed.device(), tools, NO, Optional.empty());
        var lock = new DeviceLock(folder.resolve("lock"), () -> {}, () -> {});
        var conditions = new Conditions(lock, new Conditions.Chosen(Isolation.WORKER, Cache.COLD, SHORT));
        rig = new Rig(task, entry, maker, new RooflineCache(folder.resolve("roofline.json")), conditions);
    }

    static GpuBench of(Path folder, Catalogue.Entry entry, Task task) {
        return new GpuBench(folder, entry, task, CudaHere.TOOLS);
    }

    /// For an op of the catalogue.
    static GpuBench of(Path folder, String op, String shape, String dtype) {
        return of(folder, entry(op), task(op, shape, dtype));
    }

    static Catalogue.Entry entry(String op) {
        return new Catalogue().find(op);
    }

    static Task task(String op, String shape, String dtype) {
        return Task.of(entry(op).op(), shape, dtype, Gpu.Needed.device().target());
    }

    Roofline roofline() {
        return rig.roofline();
    }

    Map<String, String> facts() {
        return rig.facts();
    }

    /// What the compiler says of a source that it must take.
    ResourceReport report(Source source) {
        return switch (rig.pipeline().compile(new Candidate(source, source.defaults()))) {
            case Step.Passed<Binary>(Binary binary) -> binary.report();
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }

    /// What becomes of it: compiled, verified, timed, verified again.
    Outcome evaluate(Candidate candidate) {
        return rig.pipeline().evaluate(candidate, Double.POSITIVE_INFINITY).outcome();
    }

    Outcome evaluate(String text) {
        var source = Source.parse(text);
        return evaluate(new Candidate(source, source.defaults()));
    }

    /// Compiles and verifies it at the first of its tunables' points that this task admits; empty if it admits none.
    Optional<Step<Verified>> verify(Source source) {
        return source.assignments().stream()
                .filter(point -> LaunchPlan.admits(source, task, point))
                .findFirst()
                .map(point -> new Candidate(source, point))
                .map(candidate -> rig.pipeline()
                        .compile(candidate)
                        .then(binary -> rig.verifier().verify(candidate, binary, Pipeline.MODULE)));
    }

    /// What becomes of it at the first of its tunables' points that this task admits; empty if it admits none.
    Optional<Outcome> evaluate(Source source) {
        return source.assignments().stream()
                .filter(point -> LaunchPlan.admits(source, task, point))
                .findFirst()
                .map(point -> evaluate(new Candidate(source, point)));
    }

    @Override
    public void close() {
        rig.close();
    }
}
