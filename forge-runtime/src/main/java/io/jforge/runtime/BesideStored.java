package io.jforge.runtime;

import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunEnding.Pair;
import io.jforge.runtime.store.RunEnding.Rival;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Trial;
import java.util.Optional;
import java.util.stream.Stream;

/// Measures a person's own source in turn with the naive one, the baselines, and the best that was kept for
/// the task; the two with cold and with warm caches.
final class BesideStored {
    private final Rig rig;
    private final Baselines baselines;
    private final RunStore store;
    private InTurn inTurn;

    BesideStored(Rig rig, Baselines baselines, RunStore store) {
        this.rig = rig;
        this.baselines = baselines;
        this.store = store;
    }

    /// Empty if the source was not right; without a rival where none was kept but the source itself, or
    /// where that is not right any more. Where the plan gives no source, naive stands in its place.
    Optional<Confirmation> confirmed(RunPlan plan, RunRecord run, RunListener listener) {
        inTurn = new InTurn(rig, new Rounds(rig, baselines, listener::comparing));
        var own = plan.given().isPresent() ? run.best() : run.naive();
        return own.flatMap(trial -> {
            listener.confirming(trial);
            var stored = stored(plan, trial);
            return rig.lock()
                    .holding(() -> beside(run, trial, stored)
                            .or(() -> stored.flatMap(_ -> beside(run, trial, Optional.empty()))));
        });
    }

    private Optional<RunRecord> stored(RunPlan plan, Trial own) {
        var task = plan.task();
        return store.fastest(
                        task.op().name(),
                        task.label(),
                        task.target().id(),
                        header -> RecordedTask.isLike(
                                header, task, plan.conditions().cache()))
                .filter(_ -> plan.given().isPresent())
                .filter(kept -> !kept.best().orElseThrow().candidate().equals(own.candidate()));
    }

    /// One that spoils the measurement stops all of them: then it is repeated without the stored one.
    private Optional<Confirmation> beside(RunRecord run, Trial own, Optional<RunRecord> stored) {
        var naive = run.naive().orElseThrow();
        var rival = stored.flatMap(RunRecord::best);
        var candidates = Stream.of(Stream.of(naive, own), rival.stream())
                .flatMap(trials -> trials)
                .map(Trial::candidate)
                .distinct()
                .toList();
        var lanes = inTurn.lanes(candidates, InTurn.samples(naive));
        var slow = lanes.getFirst();
        var mine = lanes.get(candidates.indexOf(own.candidate()));
        return InTurn.passed(slow.then(first -> mine.then(lane -> confirmation(own, first, lane))))
                .map(confirmed -> rival.flatMap(trial -> rival(
                                stored.orElseThrow(),
                                trial,
                                confirmed,
                                lanes.get(candidates.indexOf(trial.candidate()))))
                        .map(confirmed::beside)
                        .orElse(confirmed))
                .findFirst();
    }

    private Step<Confirmation> confirmation(Trial own, InTurn.Lane naive, InTurn.Lane lane) {
        var times = Pair.of(naive.timing(), lane.timing());
        return inTurn.otherwise(naive, lane)
                .then(other -> inTurn.thoroughly(lane)
                        .then(evidence -> Step.passed(new Confirmation(
                                own.number(),
                                times.naive(),
                                times.best(),
                                times.speedup(),
                                evidence,
                                Optional.empty(),
                                Optional.of(other),
                                baselines.against(times.best())))));
    }

    /// Empty where it is not right any more.
    private Optional<Rival> rival(RunRecord run, Trial trial, Confirmation own, Step<InTurn.Lane> lane) {
        return InTurn.passed(lane.then(it -> inTurn.afresh(it)
                        .then(_ -> Step.passed(new Rival(
                                run.header().id(),
                                trial.number(),
                                trial.title(),
                                it.timing(),
                                Speedup.ofPairs(own.naive(), it.timing()),
                                Speedup.ofPairs(it.timing(), own.best()))))))
                .findFirst();
    }
}
