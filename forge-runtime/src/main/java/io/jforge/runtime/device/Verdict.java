package io.jforge.runtime.device;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The worst of one output: its error over the allowed one (above 1 is wrong), where, and both values there.
///
/// @param index of the element, or -1 minus the norm group whose mean square was worst
/// @param unwritten whether the element still holds what it was poisoned with
/// @param others of an element that is wrong the next worst that are wrong too, the worst first
public record Verdict(double share, long index, double got, double want, boolean unwritten, List<Verdict> others) {
    /// Of nothing that is off.
    public static final Verdict NONE = new Verdict(0, 0, 0, 0, false);

    /// As many as a person or a model looks at besides the worst.
    static final int OTHERS = 4;

    public Verdict {
        others = List.copyOf(others);
    }

    public Verdict(double share, long index, double got, double want, boolean unwritten) {
        this(share, index, got, want, unwritten, List.of());
    }

    static Verdict ofGroup(double share, long group) {
        return new Verdict(share, -1 - group, Double.NaN, Double.NaN, false);
    }

    /// The worse of both; of two that are wrong the one that names an element, which tells more.
    Verdict or(Verdict other) {
        if (share > 1 && other.share > 1 && isOfElement() != other.isOfElement()) return isOfElement() ? this : other;
        if (share > 1 && other.share > 1 && isOfElement()) return first(Stream.of(this, other));
        return other.share > share ? other : this;
    }

    /// The worst of these, which are all of elements and wrong, with the next ones; of those that are equally
    /// wrong the first.
    static Verdict first(Stream<Verdict> wrong) {
        var all = wrong.flatMap(each -> Stream.concat(Stream.of(each), each.others.stream()))
                .sorted(Comparator.comparingDouble(each -> -each.share))
                .limit(1 + OTHERS)
                .map(Verdict::alone)
                .toList();
        return all.getFirst().with(all.subList(1, all.size()));
    }

    private Verdict alone() {
        return with(List.of());
    }

    private Verdict with(List<Verdict> beside) {
        return new Verdict(share, index, got, want, unwritten, beside);
    }

    boolean isOfElement() {
        return index >= 0;
    }
}
