package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Timing;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SpeedupTest {
    private static Timing timing(long... nanos) {
        return new Timing(LongStream.of(nanos).boxed().toList(), false);
    }

    @Test
    void itIsTheMedianOfTheRatiosOfPairs() {
        // ratios 2, 3, 4: the medians' own ratio would be 200 / 100 as well as 3
        assertThat(Speedup.ofPairs(timing(200, 600, 100), timing(100, 200, 25))).isEqualTo(new Speedup(3, 2, 4));
    }

    @Test
    void whatSlowsBothAlikeCancels() {
        var slow = timing(100, 1000, 200, 5000, 300, 100, 900, 100, 100);
        var fast = timing(50, 500, 100, 2500, 150, 50, 450, 50, 50);
        assertThat(Speedup.ofPairs(slow, fast)).isEqualTo(new Speedup(2, 2, 2));
    }

    @Test
    void anEvenNumberOfPairsHasItsMedianInTheMiddle() {
        assertThat(Speedup.ofPairs(timing(10, 20), timing(10, 10)).ratio()).isEqualTo(1.5);
    }

    @Test
    void samplesWithoutAPartnerAreLeftOut() {
        assertThat(Speedup.ofPairs(timing(10, 20, 30, 99), timing(10, 10, 10)).ratio())
                .isEqualTo(2);
    }

    @Test
    void theIntervalLeavesOutliersAside() {
        var fast = new Timing(java.util.Collections.nCopies(9, 10L), false);
        var speedup = Speedup.ofPairs(timing(20, 20, 21, 21, 22, 22, 23, 23, 500), fast);
        assertThat(List.of(speedup.ratio(), speedup.low(), speedup.high())).containsExactly(2.2, 2.0, 2.3);
    }
}
