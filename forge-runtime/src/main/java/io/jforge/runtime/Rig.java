package io.jforge.runtime;

import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.RooflineCache;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.DiskFull;
import io.jforge.runtime.verify.KnownOutputs;
import io.jforge.runtime.verify.Reference;
import io.jforge.runtime.verify.Verifier;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A machine made ready for one task: compiler, worker, judge, roofline, all in a temporary folder that goes with it.
final class Rig implements AutoCloseable {
    private final Task task;
    private final TemporaryFolder folder;
    private final String device;
    private final Tools tools;
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final List<Supplier<OptionalLong>> processes = new ArrayList<>();
    private final Fence worker;
    private final Fence judge;
    private final DeviceLock lock;
    private final Roofline roofline;
    private final String fenced;
    private final double requestMicros;
    private final Verifier verifier;
    private final Supplier<KnownOutputs> knownOutputs;
    private final Stopwatch stopwatch;
    private final Pipeline pipeline;

    Rig(Task task, Catalogue.Entry entry, Tools.Maker maker, RooflineCache rooflines, Conditions conditions) {
        this.task = task;
        lock = conditions.lock();
        var chosen = conditions.chosen();
        folder = TemporaryFolder.usual();
        opened.push(folder::close);
        device = task.target().id();
        try {
            tools = maker.in(folder.path(), task);
            opened.push(tools.close());
            worker = fence(task.target().id(), "worker", chosen.isolation());
            judge = another("judge");
            fenced = chosen.isolation() == Isolation.WORKER ? Fence.walls() : "none (in process)";
            requestMicros = worker.roundTrip().toNanos() / 1e3;
            var measured = lock.holding(() -> tools.calibrate().apply(worker));
            roofline = rooflines.best(machine(task), Instant.now(), measured);
            var reference = Reference.of(task, entry.reference(), tools.own(), judge);
            verifier = new Verifier(
                    task,
                    worker,
                    reference,
                    new SecureRandom(),
                    chosen.deadlines().run());
            opened.push(verifier::close);
            knownOutputs = () -> KnownOutputs.of(
                    task, entry.naive(task.target().language()), worker, reference, verifier, new SecureRandom());
            stopwatch = new Stopwatch(
                    task, worker, verifier, roofline, chosen.deadlines().grace(), chosen.cache());
            pipeline = new Pipeline(
                    folder.path(), task, tools.compiler(), tools.lookahead(), worker, verifier, stopwatch, lock);
            opened.push(pipeline::close);
        } catch (RuntimeException failed) {
            var why = explained(failed, folder);
            close();
            throw why;
        }
    }

    /// What stopped work here; to be asked before this is closed, which makes room.
    RuntimeException explained(RuntimeException failed) {
        return explained(failed, folder);
    }

    private static RuntimeException explained(RuntimeException failed, TemporaryFolder folder) {
        return DiskFull.behind(failed, folder.path());
    }

    /// For who wants to repeat a run.
    Map<String, String> facts() {
        var facts = new LinkedHashMap<>(tools.facts());
        if (device.equals("cpu")) facts.put("worker fence", fenced);
        facts.put("request to the worker", String.format(Locale.ROOT, "%.0f us", requestMicros));
        return facts;
    }

    /// A worker of its own for code that is no candidate.
    Fence another(String name) {
        return kept(Fence.open(device, folder(name), tools.host()));
    }

    /// Compiles text of our own to what a worker loads.
    Path own(String name, String text) {
        return tools.own().compile(name, text);
    }

    /// A process that works for this run is on the device too, as long as it is given.
    void accompany(Supplier<OptionalLong> process) {
        processes.add(process);
    }

    private Fence fence(String device, String name, Isolation isolation) {
        return kept(new Fence(device, folder(name), tools.host(), isolation));
    }

    private Fence kept(Fence fence) {
        accompany(fence::process);
        opened.push(fence::close);
        return fence;
    }

    /// The processes that are on the device for this run.
    Set<Long> processes() {
        return processes.stream()
                .flatMap(process -> process.get().stream().boxed())
                .collect(Collectors.toSet());
    }

    Task task() {
        return task;
    }

    DeviceLock lock() {
        return lock;
    }

    Roofline roofline() {
        return roofline;
    }

    Verifier verifier() {
        return verifier;
    }

    /// Outputs of which it is known whether they are right, for this rig's judge.
    KnownOutputs knownOutputs() {
        return knownOutputs.get();
    }

    Stopwatch stopwatch() {
        return stopwatch;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /// What a measured roofline holds for; 16-bit dtypes have another one where there are tensor cores.
    private String machine(Task task) {
        var target = task.target();
        return String.join(
                " | ",
                target.model(),
                target.cores() + " cores",
                target.isa(),
                task.dtypeLabel(),
                tools.facts().toString());
    }

    /// A new folder that goes with the rig.
    private Path folder(String name) {
        return folder.folder(name);
    }

    /// A new folder that goes with the rig, for files of so many bytes that go between processes: in memory where they
    /// fit there.
    Path exchange(String name, long bytes) {
        var memory = TemporaryFolder.inMemory(bytes);
        memory.ifPresent(it -> opened.push(it::close));
        return memory.orElse(folder).folder(name);
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) opened.pop().run();
    }
}
