package io.jforge.runtime;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunEnding.Rival;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.trial.Trial;
import java.util.Optional;
import java.util.stream.Stream;

/// Measures a person's own source in turn with the naive one and with the best that was kept for the task.
final class BesideStored {
    private final InTurn inTurn;
    private final RunStore store;

    BesideStored(Rig rig, RunStore store) {
        this.inTurn = new InTurn(rig);
        this.store = store;
    }

    /// Empty if the source was not right; without a rival where none was kept, or where that is not right any
    /// more.
    Optional<Confirmation> confirmed(RunRecord run, RunListener listener) {
        return run.best().flatMap(own -> {
            listener.confirming(own);
            return beside(run, own, stored(run));
        });
    }

    private Optional<RunRecord> stored(RunRecord run) {
        var header = run.header();
        return store.fastest(header.op(), header.task(), header.device());
    }

    private Optional<Confirmation> beside(RunRecord run, Trial own, Optional<RunRecord> stored) {
        var naive = run.naive().orElseThrow();
        var rival = stored.flatMap(RunRecord::best);
        var candidates = Stream.concat(Stream.of(own), rival.stream())
                .map(Trial::candidate)
                .toList();
        var pairs = inTurn.pairs(naive, candidates);
        return InTurn.passed(pairs.getFirst())
                .map(pair -> new Confirmation(
                        own.number(),
                        pair.naive(),
                        pair.own(),
                        pair.speedup(),
                        pair.evidence(),
                        rival.flatMap(trial -> InTurn.passed(pairs.getLast())
                                .map(theirs -> rival(stored.orElseThrow(), trial, pair, theirs))
                                .findFirst()),
                        Optional.empty(),
                        BaselineReport.NONE))
                .findFirst();
    }

    private static Rival rival(RunRecord run, Trial trial, InTurn.Pair own, InTurn.Pair theirs) {
        return new Rival(
                run.header().id(),
                trial.number(),
                trial.title(),
                theirs.own(),
                theirs.speedup(),
                Speedup.ofPairs(theirs.own(), own.own()));
    }
}
