package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Tolerance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a sum of products of normal numbers may be off by for its length alone: its root mean square is the root of the
/// number of terms, and a term's mean size is 2/pi.
class ErrorBoundTest {
    private static final int TERMS = 4096;

    /// A sum without a fifth of its terms is off by 0.45 of its root mean square, one of f32 by a ten-thousandth.
    @ParameterizedTest
    @EnumSource(names = {"F32", "F16", "BF16", "E4M3", "E5M2"})
    void theLengthOfASumHidesNoTermsThatAreLeftOut(DType dtype) {
        var bound = new ErrorBound(new Tolerance(0, 0), dtype);
        double rms = Math.sqrt(TERMS);
        assertThat(16 * bound.rounding() * TERMS * 2 / Math.PI).isBetween(rms * 1e-6, rms * 1e-4);
    }
}
