package io.jforge.runtime.verify;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.Tolerance;

/// How far a float output may be from the reference: `abs * rms(norm group) + rel * |reference|`, and 16
/// roundings of the sum of the terms' magnitudes where the op says that its sums are long (FORMATS.md,
/// "Judging, by output"). Honest sums are in single precision at least, whatever they are rounded to in the end: with
/// roundings of bf16 a sum of 4096 products could leave a fifth of them out.
///
/// @param tolerance shares of the norm group's root mean square and of the element's own magnitude
record ErrorBound(Tolerance tolerance, DType dtype) {
    /// The op's own tolerance for the task's dtypes, over the dtype's default.
    static ErrorBound of(Task task, DType dtype) {
        return new ErrorBound(task.tolerance(Tolerance.usual(dtype)), dtype);
    }

    /// More than what a few roundings to this dtype may be off, as a share of the value.
    static double coarseness(DType dtype) {
        return 2.5 * Tolerance.usual(dtype).rel();
    }

    /// Half a unit in the last place of 1 in what an honest sum is kept in: single precision for the small formats,
    /// since
    /// with a rounding of their own zeros would pass for a product of 4,096 terms.
    double rounding() {
        return switch (dtype) {
            case F64 -> 0x1p-53;
            case F32, F16, BF16, E4M3, E5M2 -> 0x1p-24;
            case I64, I32, I8, U64, U32, U8, B8 -> 0;
        };
    }

    /// Results below the least normal number may be flushed to zero.
    double leastNormal() {
        return switch (dtype) {
            case F64 -> Double.MIN_NORMAL;
            case F32, BF16 -> Float.MIN_NORMAL;
            case F16, E5M2 -> 0x1p-14;
            case E4M3 -> 0x1p-6;
            case I64, I32, I8, U64, U32, U8, B8 -> 0;
        };
    }

    /// The largest finite value.
    double largest() {
        return dtype == DType.F16 ? 65504 : dtype == DType.F64 ? Double.MAX_VALUE : Float.MAX_VALUE;
    }
}
