package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.util.HashMap;
import java.util.Map;

/// Refuses a run whose trials make no tree: a search that goes on makes it again, trial by trial.
final class TreeCheck {
    private static final int MOST_ITERATIONS = 1_000_000_000;

    private TreeCheck() {}

    /// Each trial is the next, and each Source, numbered as they come, was made from one that was tried before.
    ///
    /// @throws SpecException saying where it is not so
    static void require(RunRecord run) {
        var nodes = new HashMap<Integer, Trial>();
        for (int number = 0; number < run.trials().size(); number++) {
            var trial = run.trials().get(number);
            if (trial.number() != number) throw new SpecException("it lacks trial %d".formatted(number));
            var first = nodes.get(trial.node());
            boolean fits = first == null ? isNext(trial, nodes) : isSame(first, trial);
            if (!fits || !isIteration(trial.iteration()))
                throw new SpecException("trial %d has no place in its tree".formatted(number));
            nodes.putIfAbsent(trial.node(), trial);
        }
        requireWinner(run);
        for (var exchange : run.exchanges()) requirePlace(exchange, nodes);
    }

    /// The naive source is the root, and is first.
    private static boolean isNext(Trial trial, Map<Integer, Trial> nodes) {
        if (trial.node() != nodes.size()) return false;
        return trial.number() == 0 ? trial.parentNode() == -1 : nodes.containsKey(trial.parentNode());
    }

    private static boolean isSame(Trial first, Trial trial) {
        return first.parentNode() == trial.parentNode()
                && first.candidate().source().equals(trial.candidate().source());
    }

    private static boolean isIteration(int number) {
        return number >= 0 && number <= MOST_ITERATIONS;
    }

    private static void requireWinner(RunRecord run) {
        run.ending().flatMap(RunEnding::confirmation).ifPresent(confirmed -> {
            var winner = run.trial(confirmed.trial())
                    .orElseThrow(() -> new SpecException("it lacks trial %d, its winner".formatted(confirmed.trial())));
            if (winner.medianMicros().isEmpty())
                throw new SpecException("trial %d, its winner, was %s"
                        .formatted(winner.number(), winner.outcome().label()));
        });
    }

    /// A question asks for something of a Source that was tried.
    private static void requirePlace(Exchange exchange, Map<Integer, Trial> nodes) {
        if (!isIteration(exchange.iteration()) || !nodes.containsKey(exchange.node()))
            throw new SpecException("question %d has no place in its tree".formatted(exchange.number()));
    }
}
