package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.device.Fill.Kind;
import io.jforge.runtime.spec.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FillerTest {
    private static final int MANY = 200_000;

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void free() {
        arena.close();
    }

    private MemorySegment filled(DType dtype, int elements, Fill fill) {
        var memory = arena.allocate((long) elements * dtype.bytes(), 64);
        // the filler is parallel: its memory is shared
        try (var shared = Arena.ofShared()) {
            var scratch = shared.allocate(memory.byteSize(), 64);
            Filler.fill(scratch, dtype, elements, fill);
            return memory.copyFrom(scratch);
        }
    }

    private double[] floats(Fill fill) {
        var memory = filled(DType.F32, MANY, fill);
        return IntStream.range(0, MANY)
                .mapToDouble(i -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, i))
                .toArray();
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return DoubleStream.of(values)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"E4M3", "E5M2"},
            mode = EnumSource.Mode.EXCLUDE)
    void theSameSeedMakesTheSameBytesAndAnotherSeedOthers(DType dtype) {
        var fill = dtype.isFloat() ? Fill.normal(42) : Fill.uniform(42, 0, 100);
        var other = dtype.isFloat() ? Fill.normal(43) : Fill.uniform(43, 0, 100);
        var once = filled(dtype, 1000, fill);
        assertThat(once.mismatch(filled(dtype, 1000, fill))).isEqualTo(-1);
        assertThat(once.mismatch(filled(dtype, 1000, other))).isNotEqualTo(-1);
    }

    @Test
    void anElementDoesNotDependOnHowManyThereAre() {
        var few = filled(DType.F32, 1000, Fill.normal(5));
        var many = filled(DType.F32, MANY, Fill.normal(5));
        assertThat(few.mismatch(many)).isEqualTo(few.byteSize());
    }

    @Test
    void normalHasMeanZeroAndVarianceOne() {
        var values = floats(Fill.normal(1));
        assertThat(mean(values)).isCloseTo(0, within(0.01));
        assertThat(variance(values)).isCloseTo(1, within(0.02));
        // the share within one and two standard deviations
        assertThat(share(values, 1)).isCloseTo(0.6827, within(0.005));
        assertThat(share(values, 2)).isCloseTo(0.9545, within(0.005));
        assertThat(largest(values)).isBetween(3.2, 4.5);
        assertThat(least(values)).isBetween(-4.5, -3.2);
    }

    private static double largest(double[] values) {
        return DoubleStream.of(values).max().orElseThrow();
    }

    private static double least(double[] values) {
        return DoubleStream.of(values).min().orElseThrow();
    }

    private static double share(double[] values, double sigma) {
        return DoubleStream.of(values).filter(v -> Math.abs(v) <= sigma).count() / (double) MANY;
    }

    @Test
    void neighboursAreNotCorrelated() {
        var values = floats(Fill.normal(2));
        double product = 0;
        for (int i = 1; i < MANY; i++) product += values[i] * values[i - 1];
        assertThat(product / MANY).isCloseTo(0, within(0.01));
    }

    @Test
    void uniformKeepsToItsBounds() {
        var values = floats(Fill.uniform(3, -80, 80));
        assertThat(least(values)).isBetween(-80.0, -79.9);
        assertThat(largest(values)).isBetween(79.9, 80.0);
        assertThat(mean(values)).isCloseTo(0, within(0.5));
        assertThat(variance(values)).isCloseTo(160.0 * 160 / 12, within(20.0));
    }

    @Test
    void constantIsOnePowerOfTwoEverywhere() {
        var values = floats(Fill.of(Kind.CONSTANT, 4));
        assertThat(values).containsOnly(values[0]);
        assertThat(new double[] {1, 2, 4, 8}).contains(values[0]);
    }

    @Test
    void alternatingChangesItsSignAtEveryElement() {
        var values = floats(Fill.of(Kind.ALTERNATING, 5));
        for (int i = 0; i < MANY; i++)
            assertThat(values[i] * ((i & 1) == 0 ? 1 : -1)).isBetween(1.0, 2.0);
    }

    @Test
    void theOutlierIsTheLastElementAndTheOnlyOne() {
        var values = floats(new Fill(Kind.OUTLIER, 6, 0, 80));
        assertThat(values[MANY - 1]).isEqualTo(80);
        assertThat(largest(Arrays.copyOf(values, MANY - 1))).isLessThan(5);
    }

    @Test
    void tinyIsNormalScaledDown() {
        var tiny = floats(Fill.of(Kind.TINY, 7));
        assertThat(variance(DoubleStream.of(tiny).map(v -> Math.scalb(v, 60)).toArray()))
                .isCloseTo(1, within(0.02));
    }

    @Test
    void denormalIsSubnormalInSinglePrecision() {
        var values = floats(Fill.of(Kind.DENORMAL, 8));
        assertThat(largest(values)).isPositive().isLessThan(Float.MIN_NORMAL);
        assertThat(least(values)).isNegative().isGreaterThan(-Float.MIN_NORMAL);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"I64", "I32", "I8", "U64", "U32", "U8", "B8"})
    void integersReachBothBoundsAndNoFurther(DType dtype) {
        var memory = filled(dtype, 10_000, Fill.uniform(9, 0, 7));
        var values = IntStream.range(0, 10_000)
                .mapToLong(i -> integer(memory, dtype, i))
                .distinct();
        assertThat(values).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void integersMayBeNegative() {
        var memory = filled(DType.I32, 10_000, Fill.uniform(10, -3, 3));
        var values = IntStream.range(0, 10_000)
                .mapToLong(i -> integer(memory, DType.I32, i))
                .distinct();
        assertThat(values).containsExactlyInAnyOrder(-3L, -2L, -1L, 0L, 1L, 2L, 3L);
    }

    private static long integer(MemorySegment memory, DType dtype, long i) {
        return switch (dtype.bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, i);
            case 4 -> memory.getAtIndex(ValueLayout.JAVA_INT, i);
            default -> memory.getAtIndex(ValueLayout.JAVA_LONG, i);
        };
    }

    @Test
    void theSixteenBitFormatsRoundTheSameValues() {
        var exact = filled(DType.F64, 1000, Fill.normal(11));
        var half = filled(DType.F16, 1000, Fill.normal(11));
        var brain = filled(DType.BF16, 1000, Fill.normal(11));
        for (int i = 0; i < 1000; i++) {
            double value = exact.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
            assertThat((double) Float.float16ToFloat(half.getAtIndex(ValueLayout.JAVA_SHORT, i)))
                    .isCloseTo(value, within(Math.abs(value) * 0x1p-11 + 0x1p-25));
            assertThat((double) Float.intBitsToFloat(brain.getAtIndex(ValueLayout.JAVA_SHORT, i) << 16))
                    .isCloseTo(value, within(Math.abs(value) * 0x1p-8));
        }
    }

    @Test
    void theEightBitFloatsAreRefusedInWords() {
        assertThatThrownBy(() -> filled(DType.E4M3, 1, Fill.normal(1)))
                .hasMessageContaining("inputs of e4m3 are not made on the CPU target");
    }
}
