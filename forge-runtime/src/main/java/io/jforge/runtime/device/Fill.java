package io.jforge.runtime.device;

/// How to fill one input buffer: a distribution and the seed that makes its values, the same in every process.
///
/// @param low the least value, `high` the largest, for the distributions that have bounds
public record Fill(Kind kind, long seed, double low, double high) {
    /// What the values look like; each tells apart mistakes that the others miss.
    public enum Kind {
        /// Mean 0, standard deviation 1.
        NORMAL,
        /// Evenly between `low` and `high`.
        UNIFORM,
        /// Every element the same power of two.
        CONSTANT,
        /// Signs alternate from one element to the next.
        ALTERNATING,
        /// Normal, but for one large value, `high`, at the very end.
        OUTLIER,
        /// Normal, scaled down to 2^-60.
        TINY,
        /// Subnormal in single precision.
        DENORMAL
    }

    public static Fill normal(long seed) {
        return new Fill(Kind.NORMAL, seed, 0, 0);
    }

    public static Fill uniform(long seed, double low, double high) {
        return new Fill(Kind.UNIFORM, seed, low, high);
    }

    public static Fill of(Kind kind, long seed) {
        return new Fill(kind, seed, 0, 0);
    }
}
