package io.jforge.runtime.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingTest {
    private static Timing ofMicros(long... micros) {
        return new Timing(LongStream.of(micros).mapToObj(us -> us * 1000).toList(), false);
    }

    /// Samples of 1, 2, ... n microseconds, shuffled.
    private static Timing ranks(int n) {
        var nanos = new ArrayList<Long>();
        for (int i = 1; i <= n; i++) nanos.add(i * 1000L);
        Collections.shuffle(nanos, new Random(n));
        return new Timing(nanos, false);
    }

    @Test
    void theMedianOfAnOddNumberOfSamplesIsTheMiddleOne() {
        assertThat(ofMicros(30, 10, 20).medianMicros()).isEqualTo(20);
    }

    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(ofMicros(40, 10, 20, 30).medianMicros()).isEqualTo(25);
    }

    @Test
    void theQuartilesAreInterpolated() {
        assertThat(ofMicros(1, 2, 3, 4, 5).iqrMicros()).isEqualTo(2);
        assertThat(ofMicros(10, 20, 30, 40).iqrMicros()).isCloseTo(15, within(1e-12));
    }

    /// The ranks of the exact 95 % interval, from the table of the binomial distribution with p = 1/2: the largest k
    /// with P(B < k) <= 2.5 %, and n + 1 - k. Below six samples no pair covers 95 %, so the ends are taken.
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "3, 1, 3",
        "5, 1, 5",
        "6, 1, 6",
        "8, 1, 8",
        "9, 2, 8",
        "11, 2, 10",
        "12, 3, 10",
        "16, 4, 13",
        "20, 6, 15",
        "25, 8, 18",
        "30, 10, 21",
        "41, 14, 28",
        "50, 18, 33",
        "100, 40, 61",
        "120, 49, 72"
    })
    void theIntervalIsTheBinomialOne(int samples, double low, double high) {
        assertThat(ranks(samples).ci95Micros()).containsExactly(low, high);
    }

    @Test
    void theIntervalCoversTheMedianAsOftenAsItSays() {
        var random = new Random(7);
        int covered = 0;
        for (int run = 0; run < 2000; run++) {
            var samples = new ArrayList<Long>();
            // exponential: the median is ln 2, far from the mean
            for (int i = 0; i < 11; i++) samples.add(1 + Math.round(-Math.log(1 - random.nextDouble()) * 1e6));
            var ci = new Timing(samples, false).ci95Micros();
            if (ci.get(0) <= Math.log(2) * 1e3 && Math.log(2) * 1e3 <= ci.get(1)) covered++;
        }
        assertThat(covered / 2000.0).isBetween(0.95, 0.999);
    }

    @Test
    void theRelativeHalfWidthIsHalfTheIntervalOverTheMedian() {
        assertThat(ranks(9).relativeHalfWidth()).isCloseTo((8 - 2) / 2.0 / 5, within(1e-12));
        assertThat(ofMicros(7, 7, 7).relativeHalfWidth()).isZero();
    }

    @Test
    void everySampleIsKeptInItsOrder() {
        assertThat(ofMicros(3, 1, 2).samplesNanos()).containsExactly(3000L, 1000L, 2000L);
    }

    @Test
    void aTimingOfNoSamplesIsRefused() {
        assertThatThrownBy(() -> new Timing(List.of(), false)).hasMessage("a timing needs at least one sample");
    }

    @Test
    void itReadsAsALine() {
        assertThat(ofMicros(10, 20, 30)).hasToString("20.0 us [10.0, 30.0], 3 samples");
        assertThat(new Timing(List.of(5000L), true)).hasToString("5.0 us [5.0, 5.0], 1 samples, raced out");
    }
}
