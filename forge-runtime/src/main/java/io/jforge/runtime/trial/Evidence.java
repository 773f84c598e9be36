package io.jforge.runtime.trial;

import java.util.List;

/// How a candidate was verified: which runs against the reference, and the worst error seen.
///
/// @param checks one line a run, e.g. `17x33 outlier seed 42`
/// @param worstShare the largest error over the error allowed, 0 to 1
public record Evidence(List<String> checks, double worstShare) {
    public Evidence {
        checks = List.copyOf(checks);
    }

    public static Evidence none() {
        return new Evidence(List.of(), 0);
    }

    /// Both together: what was checked before and what was checked after.
    public Evidence and(Evidence other) {
        var all = new java.util.ArrayList<>(checks);
        all.addAll(other.checks);
        return new Evidence(all, Math.max(worstShare, other.worstShare));
    }
}
