package io.jforge.runtime;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.store.RunClaim;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;

/// Tells a run's listener, and whoever watches the run from elsewhere what is being done now.
record Telling(RunListener told, RunClaim claim) implements RunListener {
    @Override
    public void preparing(String what) {
        claim.doing(what);
        told.preparing(what);
    }

    @Override
    public void waiting(String device) {
        claim.doing("waiting for %s: another JForge run is using it".formatted(device));
        told.waiting(device);
    }

    @Override
    public void goingOn() {
        claim.doing("");
        told.goingOn();
    }

    @Override
    public void warning(String what) {
        told.warning(what);
    }

    @Override
    public void started(RunHeader header) {
        claim.doing("timing the naive source");
        told.started(header);
    }

    @Override
    public void trying(int iteration, String change) {
        claim.doing(change);
        told.trying(iteration, change);
    }

    @Override
    public void ended(Trial trial) {
        told.ended(trial);
    }

    @Override
    public void corresponding(Exchange exchange) {
        if (exchange.state() == Exchange.State.ASKED)
            claim.doing("asking " + exchange.asked().llm());
        told.corresponding(exchange);
    }

    @Override
    public void hearing(Exchange exchange, String soFar) {
        told.hearing(exchange, soFar);
    }

    @Override
    public void comparing(BaselineKind baseline) {
        claim.doing("making ready the baseline " + baseline.title());
        told.comparing(baseline);
    }

    @Override
    public void confirming(Trial winner) {
        claim.doing("confirming the winner, trial " + winner.number());
        told.confirming(winner);
    }

    @Override
    public void profiling(Trial winner) {
        claim.doing("profiling the winner, trial " + winner.number());
        told.profiling(winner);
    }

    @Override
    public void sanitizing(Trial winner) {
        claim.doing("running the winner, trial %d, under compute-sanitizer".formatted(winner.number()));
        told.sanitizing(winner);
    }

    @Override
    public void finished(RunRecord run) {
        told.finished(run);
    }
}
