package io.jforge.runtime;

import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.RooflineCache;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.verify.Reference;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/// A machine made ready for one task: compiler, worker, judge, roofline, all in a temporary folder that goes with it.
final class Rig implements AutoCloseable {
    private static final Duration RUN = Duration.ofSeconds(20);
    private static final Duration TIMING = Duration.ofMinutes(5);

    private final Path folder;
    private final String device;
    private final Tools tools;
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final Fence worker;
    private final Fence judge;
    private final Roofline roofline;
    private final Verifier verifier;
    private final Stopwatch stopwatch;
    private final Pipeline pipeline;

    Rig(Task task, Catalogue.Entry entry, Tools.Maker maker, RooflineCache rooflines) {
        folder = temporary();
        device = task.target().id();
        try {
            tools = maker.in(folder, task);
            opened.push(tools.close());
            worker = fence(task.target().id(), "worker");
            judge = fence(task.target().id(), "judge");
            var measured = tools.calibrate().apply(worker);
            roofline = rooflines.best(machine(task), Instant.now(), measured);
            var reference = Reference.of(task, entry.reference(), tools.own(), judge);
            verifier = new Verifier(task, worker, reference, new SecureRandom(), RUN);
            opened.push(verifier::close);
            stopwatch = new Stopwatch(task, worker, verifier, roofline, TIMING);
            pipeline = new Pipeline(task, tools.compiler(), tools.lookahead(), worker, verifier, stopwatch);
            opened.push(pipeline::close);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    Map<String, String> facts() {
        return tools.facts();
    }

    /// A worker of its own for code that is no candidate.
    Fence another(String name) {
        return fence(device, name);
    }

    /// Compiles text of our own to what a worker loads.
    Path own(String name, String text) {
        return tools.own().compile(name, text);
    }

    private Fence fence(String device, String name) {
        var fence = new Fence(device, folder(name), tools.host());
        opened.push(fence::close);
        return fence;
    }

    Roofline roofline() {
        return roofline;
    }

    Verifier verifier() {
        return verifier;
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

    private static Path temporary() {
        try {
            return Files.createTempDirectory("jforge");
        } catch (IOException failed) {
            throw new io.jforge.runtime.store.StoreException("cannot write to the temporary folder ("
                    + failed.getMessage() + "): set TMPDIR to one that is writable");
        }
    }

    /// A new folder that goes with the rig.
    Path folder(String name) {
        try {
            return Files.createDirectory(folder.resolve(name));
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException("cannot write to " + folder, failed);
        }
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) opened.pop().run();
        Folders.delete(folder);
    }
}
