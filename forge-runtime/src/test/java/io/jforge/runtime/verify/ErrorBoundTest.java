package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Tolerance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What sums of products of normal numbers may be off by: their root mean square is the root of the number of terms,
/// and a term's mean size is 2/pi.
class ErrorBoundTest {
    private static ErrorBound usual(DType dtype, double share) {
        return new ErrorBound(new Tolerance(share, share), dtype);
    }

    @ParameterizedTest
    @CsvSource({"BF16, 0.016", "F16, 0.002", "F32, 1e-5"})
    void termsThatAreLeftOutOfALongSumShow(DType dtype, double tolerance) {
        int terms = 4096;
        double rms = Math.sqrt(terms);
        var bound = usual(dtype, tolerance);
        double magnitudes = terms * 2 / Math.PI;
        double withoutAFifth = rms * Math.sqrt(0.2);
        assertThat(bound.allowedRms(rms, magnitudes)).isLessThan(withoutAFifth / 5);
        assertThat(bound.allowed(rms, rms, magnitudes)).isLessThan(withoutAFifth / 5);
    }

    /// Rounded once to the output's dtype, after a sum in single precision with an error of one rounding a term.
    @ParameterizedTest
    @CsvSource({"BF16, 0.016, 0x1p-9", "F16, 0.002, 0x1p-12", "F32, 1e-5, 0x1p-25"})
    void anHonestSumInSinglePrecisionPasses(DType dtype, double tolerance, String rounding) {
        double terms = 16384;
        double rms = Math.sqrt(terms);
        var bound = usual(dtype, tolerance);
        double honest = Double.parseDouble(rounding) * 2 * 4 * rms + Math.sqrt(terms) * 0x1p-24 * 4 * rms;
        assertThat(bound.allowed(rms, 4 * rms, terms * 2 / Math.PI)).isGreaterThan(honest);
    }
}
