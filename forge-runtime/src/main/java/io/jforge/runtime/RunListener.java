package io.jforge.runtime;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;

/// Told how a run comes along, in order, on the run's own thread; front ends render it.
public interface RunListener {
    /// It told nobody.
    RunListener NONE = new RunListener() {};

    /// Something that takes a moment before the first trial; `what` reads after "now", e.g. `measuring this
    /// machine`.
    default void preparing(String what) {}

    /// Another run has the device; this one goes on when it is its turn.
    default void waiting(String device) {}

    /// The wait is over.
    default void goingOn() {}

    /// Something spoils the times of this run, such as another process on its GPU.
    default void warning(String what) {}

    default void started(RunHeader header) {}

    /// A candidate is about to be tried.
    default void trying(int iteration, String change) {}

    default void ended(Trial trial) {}

    /// A model was asked, or answered, or was asked in vain; `exchange` says which, and for which iteration.
    default void corresponding(Exchange exchange) {}

    /// A model's answer is on its way; this is what has come of it.
    default void hearing(Exchange exchange, String soFar) {}

    /// It ended, whatever the reason; `run` has all its trials.
    default void finished(RunRecord run) {}

    /// A run that nobody waits for failed.
    default void failed(Throwable why) {}

    /// Sources were put side by side; nothing of it is kept.
    default void compared(SideBySide result) {}

    /// A baseline is being compiled and warmed up, which may take minutes.
    default void comparing(BaselineKind baseline) {}

    /// The winner is being measured against the naive source once more.
    default void confirming(Trial winner) {}

    /// The GPU's counters are being read while it runs the winner.
    default void profiling(Trial winner) {}

    /// compute-sanitizer is watching what the winner reads and writes.
    default void sanitizing(Trial winner) {}
}
