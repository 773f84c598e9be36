package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private final List<List<Long>> samples = new ArrayList<>(List.of(new ArrayList<>()));

    private boolean sample(Sampling sampling, Sampler.Sample sample) {
        return new Sampler(sampling).sample(samples.size(), 3, samples, sample);
    }

    private static Sampling within(Duration limit) {
        return new Sampling(9, 120, limit, 0.01, Double.POSITIVE_INFINITY, 3);
    }

    @Test
    void steadyTimesStopAtTheLeastNumberWithOneMoreAsTheLast() {
        assertThat(sample(within(Duration.ofDays(1)), _ -> 1000)).isFalse();
        assertThat(samples.getFirst()).hasSize(10);
    }

    @Test
    void unsteadyTimesAreTakenUntilTheMostNumber() {
        var count = new int[1];
        sample(within(Duration.ofDays(1)), _ -> 1000 + 500L * (count[0]++ % 2));
        assertThat(samples.getFirst()).hasSize(120);
    }

    @Test
    void timeIsUpButNeverBeforeTheLeastNumber() {
        var count = new int[1];
        sample(within(Duration.ZERO), _ -> 1000 + 500L * (count[0]++ % 2));
        assertThat(samples.getFirst()).hasSize(10);
    }

    @Test
    void oneFarSlowerThanTheBestIsRacedOutAfterThree() {
        assertThat(sample(within(Duration.ofDays(1)).racing(3), _ -> 3001)).isTrue();
        assertThat(samples.getFirst()).hasSize(3);
    }

    @Test
    void oneSlowSampleDoesNotLoseTheRace() {
        var count = new int[1];
        assertThat(sample(within(Duration.ofDays(1)).racing(3), _ -> count[0]++ == 0 ? 90_000 : 2000))
                .isFalse();
    }

    @Test
    void inputSetsRotateAndCallsTakeTurns() {
        samples.add(new ArrayList<>());
        var order = new ArrayList<String>();
        sample(Sampling.usual().exactly(4), place -> {
            order.add(place.call() + "/" + place.set() + (place.isLast() ? " last" : ""));
            return 1000;
        });
        assertThat(order).containsExactly("0/0", "1/0", "0/1", "1/1", "0/2", "1/2", "0/0 last", "1/0 last");
    }

    @Test
    void aWarmCacheIsOfOneInputSet() {
        var sets = new ArrayList<Integer>();
        sample(Sampling.usual().exactly(4).warmly(), place -> {
            sets.add(place.set());
            return 1000;
        });
        assertThat(sets).containsExactly(0, 0, 0, 0);
        assertThat(Sampling.usual().warmly().exactly(4).racing(7).warm()).isTrue();
    }

    @Test
    void oneSampleIsTheLastUnlessItIsRacedOut() {
        var last = new ArrayList<Boolean>();
        Sampler.Sample noting = place -> {
            last.add(place.isLast());
            return 3001;
        };
        sample(within(Duration.ofDays(1)), noting);
        assertThat(last).hasSize(10).endsWith(true).filteredOn(it -> it).hasSize(1);
        last.clear();
        samples.getFirst().clear();
        assertThat(sample(within(Duration.ofDays(1)).racing(3), noting)).isTrue();
        assertThat(last).containsExactly(false, false, false);
        assertThat(sample(within(Duration.ofDays(1)).racing(3).upTo(5), noting)).isTrue();
    }

    @Test
    void exactlyTakesThatManyWhateverTheyAre() {
        sample(Sampling.usual().exactly(41), _ -> 1000);
        assertThat(samples.getFirst()).hasSize(41);
    }

    @Test
    void noSamplesAtAllAreRefused() {
        assertThatThrownBy(() -> new Sampling(0, 5, Duration.ZERO, 0, 0, 1)).hasMessage("0 to 5 samples");
        assertThatThrownBy(() -> new Sampling(6, 5, Duration.ZERO, 0, 0, 1)).hasMessage("6 to 5 samples");
    }
}
