package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// Whether an op's naive source gives what its reference gives: two texts of one definition, and one of them is wrong
/// if
/// they differ.
final class Agreement {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MODULE = 1;
    private static final int SEEDS = 2;

    private final Reference reference;
    private final SpecLint.Means means;
    private final RandomGenerator seeds;

    Agreement(Reference reference, SpecLint.Means means, RandomGenerator seeds) {
        this.reference = reference;
        this.means = means;
        this.seeds = seeds;
    }

    /// Runs it on this shape; false if its `require`s do not admit it.
    ///
    /// @throws SpecException if it does not give what the reference gives
    boolean isReached(Source naive, Task shape) {
        var fitting = LaunchPlan.firstAdmitted(naive, shape);
        if (fitting.isEmpty()) return false;
        if (run(new Candidate(naive, fitting.get()), shape) instanceof Step.Stopped<Evidence>(Outcome why))
            throw new SpecException(disagreement(naive, why));
        return true;
    }

    private Step<Evidence> run(Candidate candidate, Task shape) {
        try (var verifier = new Verifier(shape, means.worker(), reference, seeds, DEADLINE)) {
            var plan = candidate.plan(shape);
            return Lint.check(candidate.source())
                    .then(source -> means.compiler().compile(source, plan))
                    .then(Lint::check)
                    .then(binary -> means.worker().within("verify", () -> load(binary, means.worker())))
                    .then(_ -> verifier.onNormal(candidate, MODULE, SEEDS));
        } catch (SpecException unfit) {
            return Step.stopped(new Outcome.Forbidden("plan", unfit.getMessage()));
        }
    }

    private static Step<Boolean> load(Binary binary, Fence worker) {
        worker.unload(MODULE);
        worker.load(MODULE, binary.library());
        return Step.passed(true);
    }

    private static String disagreement(Source naive, Outcome why) {
        return why instanceof Outcome.Wrong(String check, String what) && check.equals("reference")
                ? "%s and reference.c disagree: %s".formatted(file(naive), what)
                : "%s was %s: %s".formatted(file(naive), why.label(), why.message());
    }

    static String file(Source naive) {
        return "naive." + naive.language().suffix();
    }
}
