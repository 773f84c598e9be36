package io.jforge.runtime.device;

/// The worst of one output: its error over the allowed one (above 1 is wrong), where, and both values there.
///
/// @param index of the element, or -1 minus the norm group whose mean square was worst
/// @param unwritten whether the element still holds what it was poisoned with
public record Verdict(double share, long index, double got, double want, boolean unwritten) {
    /// Of nothing that is off.
    public static final Verdict NONE = new Verdict(0, 0, 0, 0, false);

    static Verdict ofGroup(double share, long group) {
        return new Verdict(share, -1 - group, Double.NaN, Double.NaN, false);
    }

    /// The worse of both; of two that are wrong the one that names an element, which tells more.
    Verdict or(Verdict other) {
        if (share > 1 && other.share > 1 && isOfElement() != other.isOfElement()) return isOfElement() ? this : other;
        return other.share > share ? other : this;
    }

    private boolean isOfElement() {
        return index >= 0;
    }
}
