package io.jforge.runtime;

import io.jforge.runtime.device.Call;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.measure.Stopwatch;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Samples candidates in the worker and baselines in their own processes by turns, a few samples at a time.
final class Rounds {
    private static final int ROUNDS = 4;

    private final Rig rig;
    private final Baselines baselines;
    private final Consumer<BaselineKind> told;

    /// @param told which baseline is being made ready
    Rounds(Rig rig, Baselines baselines, Consumer<BaselineKind> told) {
        this.rig = rig;
        this.baselines = baselines;
        this.told = told;
    }

    /// For each call its samples and how the judged ones came out; the baselines' samples of the same
    /// rounds stay with them. Another call is last in each round, and judged.
    Step<List<Stopwatch.Measured>> inTurn(List<Call> calls, int samples) {
        if (!baselines.isEmpty()) {
            baselines.prepare(rig.verifier().timingSets(), rig.verifier()::wrongIn, told);
            baselines.restart();
        }
        int rounds = Math.clamp(calls.size(), ROUNDS, samples);
        var all = new ArrayList<Stopwatch.Measured>();
        for (int round = 0; round < rounds; round++) {
            int count = samples * (round + 1) / rounds - samples * round / rounds;
            if (round(calls, count, round, all) instanceof Step.Stopped<Boolean>(Outcome outcome))
                return Step.stopped(outcome);
            if (!baselines.isEmpty()) baselines.round(count, rig.stopwatch().cache());
        }
        return Step.passed(all);
    }

    private Step<Boolean> round(List<Call> calls, int count, int round, List<Stopwatch.Measured> all) {
        var turned = new ArrayList<>(calls);
        Collections.rotate(turned, round);
        return rig.stopwatch().inTurn(turned, count).then(taken -> {
            var timings = new ArrayList<>(taken.timings());
            Collections.rotate(timings, -round);
            int judged = calls.indexOf(turned.getLast());
            for (int i = 0; i < calls.size(); i++) {
                var evidence = i == judged ? taken.evidence() : Evidence.none();
                var now = new Stopwatch.Measured(timings.get(i), evidence);
                if (round == 0) all.add(now);
                else all.set(i, all.get(i).and(now));
            }
            return Step.passed(true);
        });
    }
}
