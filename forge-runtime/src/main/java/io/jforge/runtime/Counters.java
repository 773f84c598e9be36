package io.jforge.runtime;

import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the GPU's counters say of the Sources that a model is asked about; each is read once.
final class Counters {
    private final RunHeader header;
    private final Profiling profiling;
    private final Map<Integer, Profile> read = new HashMap<>();

    Counters(RunHeader header, Profiling profiling) {
        this.header = header;
        this.profiling = profiling;
    }

    /// Of the fastest of its trials; empty if none was right, or the counters cannot be read.
    synchronized Optional<Profile> of(Parent parent) {
        return parent.own().stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .min(Comparator.comparingDouble(trial -> trial.medianMicros().orElseThrow()))
                .map(best -> read.computeIfAbsent(best.number(), _ -> read(parent, best)))
                .filter(profile -> !profile.launches().isEmpty());
    }

    private Profile read(Parent parent, Trial best) {
        return profiling.winner(new RunRecord(header, parent.trials(), Optional.empty()), Optional.of(best));
    }
}
