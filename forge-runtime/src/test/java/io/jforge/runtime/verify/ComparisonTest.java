package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.device.Comparison;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.OutputDecl;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.spec.Tolerance;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules of judging, on a tensor of 2 by 4 whose norm groups are its rows.
class ComparisonTest {
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final long NOT_COMPUTED = -1L;

    private final Arena arena = Arena.ofShared();

    @AfterEach
    void free() {
        arena.close();
    }

    private static OutputDecl output(String flags) {
        return Op.parse("""
                op: copy
                doc: y = x
                dtypes: [{T: f32}]
                symbols: {rows: {}, cols: {}}
                inputs: {x: {dtype: T, shape: [rows, cols]}}
                outputs: {y: {dtype: T, shape: [rows, cols], norm: [cols]%s}}
                read: rows*cols*sizeof(x)
                write: rows*cols*sizeof(y)
                flops: rows*cols
                reference: {units: rows}
                torch: x
                """.formatted(flags)).outputs().getFirst();
    }

    private MemorySegment doubles(double... values) {
        return arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values);
    }

    private MemorySegment floats(double... values) {
        var memory = arena.allocate(4L * values.length, 8);
        for (int i = 0; i < values.length; i++) memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) values[i]);
        return memory;
    }

    private Worst compare(String flags, MemorySegment want, MemorySegment magnitudes, MemorySegment got) {
        var tensor = TensorSpec.contiguous("y", DType.F32, List.of(2L, 4L));
        var bound = new ErrorBound(new Tolerance(1e-5, 1e-5), DType.F32);
        var judged = Worst.judged(tensor, output(flags), bound, new byte[0], (byte) 0xFF);
        return Worst.of(tensor, new Comparison(judged, got, want, magnitudes).worst());
    }

    private String wrong(double[] want, double[] got) {
        return compare("", doubles(want), MemorySegment.NULL, floats(got))
                .wrong()
                .orElse("");
    }

    private static double[] eight(double... first) {
        var values = new double[8];
        Arrays.fill(values, 1);
        System.arraycopy(first, 0, values, 0, first.length);
        return values;
    }

    @Test
    void theSameIsRight() {
        assertThat(wrong(eight(1, -2, 0, 1e30), eight(1, -2, 0, 1e30))).isEmpty();
    }

    @Test
    void theErrorAllowedIsAShareOfTheRowsMeanAndOfTheElement() {
        // rms of the first row is 2, so 1e-5 * 2 + 1e-5 * 2 around its last element
        var want = eight(2, 2, 2, 2);
        assertThat(wrong(want, eight(2, 2, 2, 2.000035))).isEmpty();
        assertThat(wrong(want, eight(2, 2, 2, 2.00005)))
                .startsWith("y[0,3] is 2.0000")
                .contains("should be 2.00000000 (off by 5.0e-05, allowed 4.0e-05)");
    }

    @Test
    void aRowIsJudgedOnItsOwn() {
        // the second row's values are large, which excuses nothing in the first
        assertThat(wrong(new double[] {1, 1, 1, 1, 1e6, 1e6, 1e6, 1e6}, new double[] {1, 1, 1, 1.001, 1e6, 1e6, 1e6, 1e6
                }))
                .startsWith("y[0,3]");
    }

    @Test
    void manySmallErrorsAreOneLargeOne() {
        // each is within what an element may have, all of them together are not
        assertThat(wrong(eight(1, 1, 1, 1), eight(1.000018, 1.000018, 1.000018, 1.000018)))
                .startsWith("norm group 0 of y is off by 1.80 times what is allowed in the mean square");
    }

    @ParameterizedTest
    @CsvSource({"1, NaN", "NaN, 1", "1, Infinity", "Infinity, 1", "Infinity, -Infinity", "Infinity, NaN", "0, NaN"})
    void whatIsNotFiniteIsNoWildcard(double want, double got) {
        assertThat(wrong(eight(want), eight(got))).startsWith("y[0,0]");
    }

    @Test
    void notANumberAndInfinityEqualThemselves() {
        assertThat(wrong(eight(NAN, INF, -INF), eight(NAN, INF, -INF))).isEmpty();
    }

    @Test
    void nextToTheLargestNumberEitherSideOfInfinityIsRight() {
        assertThat(wrong(eight(3.402823e38), eight(INF))).isEmpty();
        // too large for the dtype: the reference is rounded to it first
        assertThat(wrong(eight(1e39), eight(INF))).isEmpty();
        assertThat(wrong(eight(1e39), eight(Float.MAX_VALUE))).isEmpty();
        assertThat(wrong(eight(1e38), eight(INF))).isNotEmpty();
        assertThat(wrong(eight(1e39), eight(-INF))).isNotEmpty();
    }

    @Test
    void belowTheLeastNormalNumberZeroIsRight() {
        var tiny = new double[] {1e-39, 5e-39, 0, 1e-40, 1, 1, 1, 1};
        assertThat(wrong(tiny, new double[] {0, 0, 0, 0, 1, 1, 1, 1})).isEmpty();
        var small = new double[] {1e-37, 1e-37, 1e-37, 1e-37, 1, 1, 1, 1};
        assertThat(wrong(small, new double[] {0, 0, 0, 0, 1, 1, 1, 1})).isNotEmpty();
    }

    @Test
    void longSumsMayLoseInProportionToTheirTerms() {
        // terms of 1e4 in sum that cancel to 1: 16 roundings of 2^-24 each
        var want = doubles(eight());
        var got = floats(eight(1.008));
        assertThat(compare(", mag: true", want, doubles(eight(1e4, 1e4, 1e4, 1e4)), got)
                        .wrong())
                .isEmpty();
        assertThat(compare(", mag: true", want, doubles(eight(10)), got).wrong())
                .isPresent();
    }

    @Test
    void exactMeansBitForBit() {
        assertThat(compare(", exact: true", doubles(eight()), MemorySegment.NULL, floats(eight()))
                        .wrong())
                .isEmpty();
        assertThat(compare(", exact: true", doubles(eight()), MemorySegment.NULL, floats(eight(1 + 0x1p-23)))
                        .wrong())
                .isPresent();
    }

    @Test
    void whatTheReferenceDidNotComputeMustHaveBeenWritten() {
        var want = doubles(eight());
        want.setAtIndex(ValueLayout.JAVA_LONG, 5, NOT_COMPUTED);
        assertThat(compare("", want, MemorySegment.NULL, floats(1, 1, 1, 1, 1, 77, 1, 1))
                        .wrong())
                .isEmpty();
        var got = floats(eight());
        got.setAtIndex(ValueLayout.JAVA_INT, 5, -1);
        assertThat(compare("", want, MemorySegment.NULL, got).wrong()).contains("y[1,1] was never written");
    }

    @Test
    void poisonIsToldApartFromAnotherNaN() {
        var got = floats(eight());
        got.setAtIndex(ValueLayout.JAVA_INT, 2, -1);
        assertThat(compare("", doubles(eight()), MemorySegment.NULL, got).wrong())
                .contains("y[0,2] was never written");
        assertThat(wrong(eight(), eight(NAN))).startsWith("y[0,0] is NaN, should be 1");
    }

    @Test
    void theWorstShareIsToldOfWhatIsRight() {
        var worst = compare("", doubles(eight(2, 2, 2, 2)), MemorySegment.NULL, floats(eight(2, 2, 2, 2.00002)));
        assertThat(worst.wrong()).isEmpty();
        assertThat(worst.share()).isBetween(0.4, 0.6);
        assertThat(worst.error()).isBetween(1.9e-5, 2.1e-5);
    }

    @Test
    void theNextWorstAreToldTooAndOnlyThoseThatAreWrong() {
        var got = eight(1.5, 1, 3, 2);
        got[5] = NAN;
        assertThat(wrong(eight(), got))
                .matches("y\\[1,1\\] is NaN, should be 1\\.0*; y\\[0,2\\] is 3\\.0*, should be 1\\.0*;"
                        + " y\\[0,3\\] is 2\\.0*, should be 1\\.0*; y\\[0,0\\] is 1\\.50*, should be 1\\.0*");
    }

    @Test
    void ofManyThatAreWrongTheFirstFiveAreTold() {
        var want = eight();
        var got = new double[8];
        Arrays.fill(got, 2);
        assertThat(wrong(want, got))
                .startsWith("y[0,0] is 2")
                .contains("; y[0,1] is 2", "; y[0,2] is 2", "; y[0,3] is 2", "; y[1,0] is 2")
                .doesNotContain("y[1,1]");
    }

    @Test
    void whatIsRightHasNoOthers() {
        assertThat(wrong(eight(), eight(1.00001))).isEmpty();
    }
}
