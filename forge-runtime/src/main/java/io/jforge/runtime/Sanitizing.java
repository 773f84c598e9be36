package io.jforge.runtime;

import io.jforge.runtime.compile.ComputeSanitizer.Finding;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Trial;
import io.jforge.runtime.verify.SmallShapes;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Looks for accesses outside of the winner's buffers: the winner as a program of its own, compiled by nvcc, run once
/// on a small shape under compute-sanitizer.
///
/// Guard zones show what is written beside a buffer; what is read there shows only here.
final class Sanitizing {
    private static final Duration DEADLINE = Duration.ofSeconds(120);
    private static final String FILE = "sanitized.cu";

    private final Catalogue catalogue;
    private final CudaTools tools;
    private final TrialPrograms programs;
    private final DeviceLock lock;
    private final RandomGenerator random;

    /// @param random draws the shape
    Sanitizing(Catalogue catalogue, CudaTools tools, TrialPrograms programs, DeviceLock lock, RandomGenerator random) {
        this.catalogue = catalogue;
        this.tools = tools;
        this.programs = programs;
        this.lock = lock;
        this.random = random;
    }

    /// @throws SpecException for a processor
    static void require(Target target) {
        if (!target.kind().equals(Target.CUDA))
            throw new SpecException("--sanitize watches what an NVIDIA GPU reads and writes, and this is for %s: leave"
                            .formatted(target.id())
                    + " it out, or take it to a machine with a GPU (--device cuda:0)");
    }

    /// What became of it.
    ///
    /// @param line a sentence for the run
    record Said(boolean clean, String line) {
        /// Noted with the winner's evidence if nothing is wrong, else a warning.
        Optional<Confirmation> of(Optional<Confirmation> winner, Consumer<String> warning) {
            if (!clean) warning.accept(line);
            return clean ? winner.map(it -> it.and(Evidence.noting(line))) : winner;
        }

        private static Said unable(String why) {
            return new Said(false, "compute-sanitizer did not look at the winner: " + why);
        }
    }

    /// Of a run that has just been confirmed; an interrupt ends it and leaves the run as it is.
    Said winner(RunRecord run, Optional<Trial> winner) {
        if (winner.isEmpty()) return Said.unable("none was confirmed");
        try (var folder = TemporaryFolder.usual()) {
            return said(new Exporting(catalogue, run, winner.get()), winner.get(), folder.path());
        } catch (MissingTool | SpecException | DeviceException | StoreException | UncheckedIOException missing) {
            return Said.unable(missing.getMessage());
        } catch (CancellationException _) {
            return Said.unable("it was interrupted");
        }
    }

    private Said said(Exporting full, Trial trial, Path folder) {
        var started = Instant.now();
        var shape = SmallShapes.admitted(full.task(), trial.candidate(), random).orElse(full.task());
        var sanitizer = tools.computeSanitizer();
        var program = programs.built(full.at(shape), folder, FILE, DEADLINE);
        var left = DEADLINE.minus(Duration.between(started, Instant.now()));
        return lock.holding(() -> sanitizer.memcheck(program, programs.environment(), left))
                .map(finding -> new Said(false, wrong(finding, trial, shape.label())))
                .orElseGet(() -> new Said(true, "compute-sanitizer: no errors at " + shape.label()));
    }

    private static String wrong(Finding finding, Trial trial, String shape) {
        return "compute-sanitizer: %d error%s at %s: %s. Do not use trial %d before that is mended"
                .formatted(finding.errors(), finding.errors() == 1 ? "" : "s", shape, finding.first(), trial.number());
    }
}
