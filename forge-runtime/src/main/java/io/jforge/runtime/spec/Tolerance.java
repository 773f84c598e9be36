package io.jforge.runtime.spec;

/// How far a float output may be off: `abs` times the root mean square of its norm group, plus `rel` of the
/// value.
public record Tolerance(double abs, double rel) {
    public Tolerance {
        if (!(abs >= 0) || !(rel >= 0))
            throw new IllegalArgumentException("a tolerance is not negative: abs %s, rel %s".formatted(abs, rel));
    }

    /// The default of each dtype: some 160 roundings in f32, 4 in the 16-bit formats, 2 in the 8-bit ones.
    public static Tolerance usual(DType dtype) {
        return switch (dtype) {
            case F64 -> new Tolerance(1e-13, 1e-13);
            case F32 -> new Tolerance(1e-5, 1e-5);
            case F16 -> new Tolerance(2e-3, 2e-3);
            case BF16 -> new Tolerance(1.6e-2, 1.6e-2);
            case E4M3 -> new Tolerance(0.125, 0.125);
            case E5M2 -> new Tolerance(0.25, 0.25);
            case I64, I32, I8, U64, U32, U8, B8 -> new Tolerance(0, 0);
        };
    }
}
