package io.jforge.runtime;

import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.compile.Ncu;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// Reads a GPU's counters while it runs a trial: the trial as a program of its own, compiled by nvcc, under ncu.
///
/// What a machine lacks for it is a line in the profile; it spoils no run.
final class Profiling {
    /// nvcc takes some ten seconds, and ncu repeats each launch some twenty times.
    private static final Duration DEADLINE = Duration.ofSeconds(120);

    private static final int NO_TRIAL = -1;
    private static final String FILE = "profiled.cu";

    private final Catalogue catalogue;
    private final CudaTools tools;
    private final Target target;
    private final DeviceLock lock;
    private final TrialPrograms programs;

    /// @param environment as `System.getenv()` gives it
    Profiling(Catalogue catalogue, CudaTools tools, Target target, DeviceLock lock, Map<String, String> environment) {
        this.catalogue = catalogue;
        this.tools = tools;
        this.target = target;
        this.lock = lock;
        this.programs = new TrialPrograms(tools, target, environment);
    }

    /// @throws SpecException for a processor
    static void require(Target target) {
        if (!target.kind().equals(Target.CUDA))
            throw new SpecException(
                    "--profile reads an NVIDIA GPU's counters, and this is for %s: leave it out, or take"
                                    .formatted(target.id())
                            + " it to a machine with a GPU (--device cuda:0)");
    }

    /// Of a run that has just been confirmed; an interrupt ends it and leaves the run as it is.
    Profile winner(RunRecord run, Optional<Trial> winner) {
        if (winner.isEmpty())
            return Profile.unavailable(NO_TRIAL, "no winner was confirmed, and nothing else is profiled");
        try {
            return read(run, winner.get());
        } catch (MissingTool | SpecException | DeviceException | StoreException | UncheckedIOException missing) {
            return Profile.unavailable(winner.get().number(), missing.getMessage());
        } catch (CancellationException _) {
            return Profile.unavailable(winner.get().number(), "it was interrupted");
        }
    }

    /// @throws SpecException if it cannot be exported, or was made on another GPU than this one
    /// @throws MissingTool with what to do if there are no counters to be had
    Profile of(RunRecord run, Trial trial) {
        var model = run.header().environment().getOrDefault("processor", "");
        if (!model.equals(target.model()))
            throw new SpecException("run %s was made on %s, and %s here is %s: profile it there"
                    .formatted(run.header().id(), model, target.id(), target.model()));
        return read(run, trial);
    }

    private Profile read(RunRecord run, Trial trial) {
        try (var folder = TemporaryFolder.usual()) {
            return read(run, trial, folder.path());
        }
    }

    private Profile read(RunRecord run, Trial trial, Path folder) {
        var started = Instant.now();
        var exporting = new Exporting(catalogue, run, trial);
        var cache = run.header().settings().cache();
        var entries = exporting.entries();
        var ncu = tools.ncu();
        var program = new Ncu.Program(
                programs.built(exporting, folder, FILE, DEADLINE), entries, cache.equals(Cache.WARM.label()));
        var left = DEADLINE.minus(Duration.between(started, Instant.now()));
        var launches = lock.holding(() -> ncu.launches(program, programs.environment(), left));
        return Profile.of(
                trial.number(),
                ncu.id(),
                cache,
                launches,
                run.header().roofline().gigabytesPerSecond());
    }
}
