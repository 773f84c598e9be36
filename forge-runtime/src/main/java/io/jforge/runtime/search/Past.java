package io.jforge.runtime.search;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.List;

/// The trials that a search goes on from, after it was interrupted or its process was killed.
///
/// @param trials in order, the naive source's first; empty for a new search
/// @param hold whether their outcomes hold here; where they do not, each is tried once more
/// @param spent of the time limit
public record Past(List<Trial> trials, boolean hold, Duration spent) {
    public static final Past NONE = new Past(List.of(), true, Duration.ZERO);

    public Past {
        trials = List.copyOf(trials);
    }

    boolean isEmpty() {
        return trials.isEmpty();
    }

    /// What a trial's Source was proposed as.
    static Proposal proposal(Trial trial) {
        return new Proposal(
                trial.candidate().source(),
                trial.change(),
                trial.recipe(),
                trial.candidate().assignment());
    }
}
