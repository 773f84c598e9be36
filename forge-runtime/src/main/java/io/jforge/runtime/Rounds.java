package io.jforge.runtime;

import io.jforge.runtime.device.Call;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import java.util.ArrayList;
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

    /// A Timing for each call; the baselines' samples of the same rounds stay with them.
    Step<List<Timing>> inTurn(List<Call> calls, int samples) {
        if (baselines.isEmpty()) return rig.stopwatch().inTurn(calls, samples);
        baselines.prepare(rig.verifier().timingSets(), rig.verifier()::wrongIn, told);
        baselines.restart();
        var all = new ArrayList<List<Long>>();
        for (var _ : calls) all.add(new ArrayList<>());
        Step<List<Timing>> sofar = Step.passed(List.of());
        for (int round = 0; round < ROUNDS; round++) {
            int count = samples * (round + 1) / ROUNDS - samples * round / ROUNDS;
            sofar = sofar.then(_ -> rig.stopwatch().inTurn(calls, count)).then(timings -> {
                baselines.round(count, rig.stopwatch().cache());
                for (int i = 0; i < all.size(); i++)
                    all.get(i).addAll(timings.get(i).samplesNanos());
                return Step.passed(timings);
            });
        }
        return sofar.then(_ ->
                Step.passed(all.stream().map(list -> new Timing(list, false)).toList()));
    }
}
