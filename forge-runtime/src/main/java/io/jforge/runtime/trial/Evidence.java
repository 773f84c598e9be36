package io.jforge.runtime.trial;

import java.util.ArrayList;
import java.util.List;

/// How a candidate was verified: which runs were compared with the reference, and what is to be known
/// besides.
///
/// @param notes sentences, e.g. that repeats differ in some bits
public record Evidence(List<Check> checks, List<String> notes) {
    public Evidence {
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
    }

    public static Evidence none() {
        return new Evidence(List.of(), List.of());
    }

    public static Evidence of(Check check) {
        return new Evidence(List.of(check), List.of());
    }

    public static Evidence noting(String note) {
        return new Evidence(List.of(), List.of(note));
    }

    /// Both together: what was checked before and what was checked after.
    public Evidence and(Evidence other) {
        var all = new ArrayList<>(checks);
        all.addAll(other.checks);
        var said = new ArrayList<>(notes);
        other.notes.stream().filter(note -> !said.contains(note)).forEach(said::add);
        return new Evidence(all, said);
    }

    /// The largest error over the error allowed, 0 to 1.
    public double worstShare() {
        return checks.stream().mapToDouble(Check::share).max().orElse(0);
    }
}
