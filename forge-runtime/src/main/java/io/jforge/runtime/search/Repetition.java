package io.jforge.runtime.search;

import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Trial;
import java.time.InstantSource;
import java.util.List;

/// Tries the trials of an earlier run once more, in their order and each where it stood in the tree; nothing is
/// proposed.
public final class Repetition {
    private final Evaluator evaluator;
    private final InstantSource clock;
    private final SearchListener listener;
    private double bestMicros = Double.POSITIVE_INFINITY;

    public Repetition(Evaluator evaluator, InstantSource clock, SearchListener listener) {
        this.evaluator = evaluator;
        this.clock = clock;
        this.listener = listener;
    }

    /// @param recorded the naive source's trial first
    /// @throws SearchLoop.NaiveFailed if that is not right here
    public Stop run(List<Trial> recorded) {
        for (int i = 0; i < recorded.size(); i++) {
            if (Thread.currentThread().isInterrupted()) return Stop.INTERRUPTED;
            var old = recorded.get(i);
            listener.trying(old.iteration(), old.title());
            int ahead = Math.min(recorded.size(), i + 1 + evaluator.lookahead());
            if (ahead > i + 1) evaluator.expect(candidates(recorded.subList(i + 1, ahead)));
            var trial = again(old);
            listener.ended(trial);
            if (trial.medianMicros().isPresent())
                bestMicros = Math.min(bestMicros, trial.medianMicros().getAsDouble());
            else if (trial.parentNode() < 0) throw new SearchLoop.NaiveFailed(trial.outcome());
        }
        return Stop.REPEATED;
    }

    private static List<Candidate> candidates(List<Trial> trials) {
        return trials.stream().map(Trial::candidate).toList();
    }

    private Trial again(Trial old) {
        var evaluation = evaluator.evaluate(old.candidate(), bestMicros);
        return new Trial(
                old.number(),
                old.node(),
                old.parentNode(),
                old.iteration(),
                old.change(),
                old.recipe(),
                old.candidate(),
                evaluation.outcome(),
                evaluation.stages(),
                evaluation.resources(),
                clock.instant());
    }
}
