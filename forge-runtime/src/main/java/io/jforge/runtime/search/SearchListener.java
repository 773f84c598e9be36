package io.jforge.runtime.search;

import io.jforge.runtime.trial.Trial;

/// Told of each trial as it ends, in order, on the search's own thread.
public interface SearchListener {
    void ended(Trial trial);

    /// A candidate is about to be tried; `what` is its change with its tunables.
    default void trying(int iteration, String what) {}

    /// A proposer was asked in vain for this iteration.
    default void missed(int iteration, String why) {}

    /// Nothing is tried just now, since proposals are waited for; told again and again meanwhile.
    default void waiting() {}
}
