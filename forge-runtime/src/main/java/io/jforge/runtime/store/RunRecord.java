package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.trial.Trial;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// A run with all its trials.
///
/// @param ending empty while it runs, or when its process was killed
/// @param exchanges with models, in the order of asking; in a list of many runs without their texts
public record RunRecord(RunHeader header, List<Trial> trials, Optional<RunEnding> ending, List<Exchange> exchanges) {
    /// In place of a search's name: the run tried one source of a person's own.
    public static final String CANDIDATE = "candidate";

    public RunRecord {
        trials = List.copyOf(trials);
        exchanges = List.copyOf(exchanges);
    }

    /// Of a run that asked no model.
    public RunRecord(RunHeader header, List<Trial> trials, Optional<RunEnding> ending) {
        this(header, trials, ending, List.of());
    }

    /// Whether it tried one source of a person's own, and searched for nothing.
    public boolean isCandidate() {
        return header.settings().search().equals(CANDIDATE);
    }

    /// The trial whose speedup the run claims: its winner, unless that is the naive source.
    public Optional<Trial> winner() {
        return best().filter(best -> best.parentNode() >= 0);
    }

    /// Whether it tried the trials of another run again.
    public boolean isReplay() {
        return header.replayed().isPresent();
    }

    /// A person's own source: its best trial, else its first, which says why it is none; empty if it was not
    /// reached.
    public Optional<Trial> candidate() {
        return best().or(() ->
                trials.stream().filter(trial -> trial.parentNode() >= 0).findFirst());
    }

    /// The naive source's trial, if it was reached.
    public Optional<Trial> naive() {
        return trials.stream().filter(trial -> trial.parentNode() < 0).findFirst();
    }

    /// The winner: the one that was confirmed, else the fastest that was right; of a person's own source,
    /// naive only where nothing else was to be measured.
    public Optional<Trial> best() {
        return ending.flatMap(RunEnding::confirmation)
                .flatMap(confirmed -> trial(confirmed.trial()))
                .or(this::fastest);
    }

    /// The winner's median in microseconds, as it was confirmed where it was.
    public OptionalDouble bestMicros() {
        return ending.flatMap(RunEnding::confirmation)
                .map(confirmed -> OptionalDouble.of(confirmed.best().medianMicros()))
                .or(() -> best().map(Trial::medianMicros))
                .orElse(OptionalDouble.empty());
    }

    public Optional<Trial> trial(int number) {
        return trials.stream().filter(trial -> trial.number() == number).findFirst();
    }

    /// From the root to the trial's own Source, one trial each: what was changed on the way. Of a run that
    /// was saved in part, from the first that is there.
    public List<Trial> lineage(Trial trial) {
        var path = new java.util.ArrayDeque<Trial>();
        path.addFirst(trial);
        int node = trial.parentNode();
        while (node >= 0) {
            int wanted = node;
            var step = trials.stream()
                    .filter(other -> other.node() == wanted)
                    .min(Comparator.comparingDouble(
                            other -> other.medianMicros().orElse(Double.MAX_VALUE)));
            if (step.isEmpty()) break;
            path.addFirst(step.get());
            node = step.get().parentNode();
        }
        return List.copyOf(path);
    }

    /// Trials by outcome, in the order of first appearance.
    public Map<String, Integer> counts() {
        var counts = new LinkedHashMap<String, Integer>();
        for (var trial : trials) counts.merge(trial.outcome().label(), 1, Integer::sum);
        return counts;
    }

    /// Iterations that were begun.
    public int iterations() {
        return trials.stream().mapToInt(Trial::iteration).max().orElse(0);
    }

    /// running, finished, interrupted, failed, or broken off: its process ended before it did.
    public String state() {
        return ending.map(end -> switch (end.stop()) {
                    case "interrupted", "failed", RunEnding.BROKEN_OFF -> end.stop();
                    case "model" -> "interrupted"; // it can be gone on with once the model answers again
                    default -> "finished";
                })
                .orElse("running");
    }

    private Optional<Trial> fastest() {
        return trials.stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .filter(trial -> trial.parentNode() >= 0 || !isCandidate())
                .min(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()));
    }
}
