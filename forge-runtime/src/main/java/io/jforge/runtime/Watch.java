package io.jforge.runtime;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.trial.Trial;
import java.util.concurrent.CancellationException;

/// Follows a run that another thread or process makes, by what is kept of it.
final class Watch {
    private static final long POLL_MILLIS = 150;

    private final RunStore store;
    private final String run;
    private final RunListener told;
    private boolean isStarted;
    private int trials;
    private String doing = "";

    Watch(RunStore store, String run, RunListener told) {
        this.store = store;
        this.run = run;
        this.told = told;
    }

    /// Until it ends; interrupting this thread ends the watch, not the run.
    ///
    /// @throws CancellationException if this thread is interrupted
    /// @throws SpecException if it ended before it was kept
    RunRecord follow() {
        while (store.isRunning(run)) {
            tell();
            Pause.ofMillis(POLL_MILLIS);
        }
        if (!store.has(run))
            throw new SpecException("run %s ended before its first trial: make it again without --background to see why"
                    .formatted(run));
        tell();
        var record = store.find(run);
        told.finished(record);
        return record;
    }

    private void tell() {
        if (!isStarted && store.has(run)) {
            told.started(store.find(run).header());
            isStarted = true;
        }
        for (var trial : isStarted ? store.trials(run, trials) : java.util.List.<Trial>of()) {
            told.trying(trial.iteration(), trial.title());
            told.ended(trial);
            trials = trial.number() + 1;
        }
        var now = store.doing(run);
        if (!now.equals(doing)) told.preparing(now);
        doing = now;
    }
}
