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
/// @param open proposals that were asked for, and of which nothing was tried yet
/// @param asked the last iteration for which one was asked
public record Past(List<Trial> trials, boolean hold, Duration spent, List<Open> open, int asked) {
    public static final Past NONE = new Past(List.of(), true, Duration.ZERO);

    public Past {
        trials = List.copyOf(trials);
        open = List.copyOf(open);
    }

    /// Nothing was asked for in vain.
    public Past(List<Trial> trials, boolean hold, Duration spent) {
        this(trials, hold, spent, List.of(), 0);
    }

    /// A proposal that is still to come.
    ///
    /// @param node the Source that it is to be made of
    public record Open(int iteration, int node) {}

    boolean isEmpty() {
        return trials.isEmpty();
    }

    /// The last iteration that was begun.
    int last() {
        return Math.max(asked, trials.stream().mapToInt(Trial::iteration).max().orElse(0));
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
