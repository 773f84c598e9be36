package io.jforge.runtime;

import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.SuiteRow;
import io.jforge.runtime.report.SuiteRows;
import io.jforge.runtime.report.SuiteTask;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// Measures one row of a suite after the other, each as a run of its own.
final class SuiteRunner {
    private final Forge forge;
    private final Target target;
    private final Budget budget;
    private final Optional<Long> seed;
    private final Cache cache;
    private final BaselineFinder.Wish baselines;
    private final boolean stored;
    private final Map<String, String> environment = new LinkedHashMap<>();

    SuiteRunner(
            Forge forge,
            Target target,
            Budget budget,
            Optional<Long> seed,
            Cache cache,
            BaselineFinder.Wish baselines,
            boolean stored) {
        this.forge = forge;
        this.target = target;
        this.budget = budget;
        this.seed = seed;
        this.cache = cache;
        this.baselines = baselines;
        this.stored = stored;
    }

    Target target() {
        return target;
    }

    /// What the first runs that know it tell of the machine.
    Map<String, String> environment() {
        return environment;
    }

    /// Empty if it was interrupted; what was tried until then is kept in the store.
    Optional<SuiteRow> row(SuiteTask named, RunListener listener) {
        if (Thread.currentThread().isInterrupted()) return Optional.empty();
        try {
            var entry = forge.catalogue().find(named.op());
            var task = Task.of(entry.op(), named.preset(), null, target);
            TaskCheck.require(task, entry.naive(target.language()));
            return Optional.of(stored ? stored(named, entry, task, listener) : searched(named, listener));
        } catch (CancellationException _) {
            return Optional.empty();
        } catch (SpecException | SearchLoop.NaiveFailed | DeviceException cannot) {
            return Optional.of(SuiteRows.skipped(named, cache.label(), cannot.getMessage()));
        }
    }

    private SuiteRow searched(SuiteTask named, RunListener listener) {
        var search = forge.optimize(named.op())
                .shape(named.preset())
                .device(target.id())
                .iterations(budget.iterations())
                .cache(cache.label())
                .baselines(baselines)
                .listener(listener);
        budget.time().ifPresent(search::time);
        seed.ifPresent(search::seed);
        return row(named, search.run(), "nothing but naive was right");
    }

    private SuiteRow stored(SuiteTask named, Catalogue.Entry entry, Task task, RunListener listener) {
        var kept = forge.store()
                .fastest(
                        task.op().name(),
                        task.label(),
                        target.id(),
                        header -> RecordedTask.isLike(header, task, cache));
        var run = new Tryout(forge, entry, kept.flatMap(RunRecord::best).map(SuiteRunner::again))
                .shape(named.preset())
                .device(target.id())
                .cache(cache)
                .baselines(baselines)
                .listener(listener)
                .run();
        return row(named, run, kept.map(it -> notRight(it, run.record())).orElse("nothing stored"));
    }

    /// At the tunables that it was kept with.
    private static Proposal again(Trial kept) {
        var candidate = kept.candidate();
        return new Proposal(candidate.source(), kept.change(), kept.recipe(), candidate.assignment()).atItsStart();
    }

    private static String notRight(RunRecord kept, RunRecord now) {
        var why = now.candidate()
                .map(Trial::outcome)
                .filter(outcome -> !(outcome instanceof Outcome.Timed))
                .map(outcome -> "%s, %s".formatted(outcome.label(), outcome.message()))
                .orElse("it did not pass once more beside naive");
        var best = kept.best().orElseThrow();
        return "the stored %s/%d is not right now: %s".formatted(kept.header().id(), best.number(), why);
    }

    /// @throws CancellationException if the run was interrupted
    private SuiteRow row(SuiteTask named, Run run, String without) {
        if (run.record().state().equals("interrupted")) throw new CancellationException("interrupted");
        RunJson.environment(run.record()).forEach(environment::putIfAbsent);
        return SuiteRows.measured(named, run.record(), without);
    }
}
