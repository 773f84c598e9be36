package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Timing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BaselinesTest {
    private static final Path OUTPUTS = Path.of("outputs");
    private static final Timing WINNER = new Timing(List.of(100L, 100L, 100L, 100L), false);

    /// Takes as long as it says, and fails after so many rounds.
    private record Steady(long nanos, int rounds, List<Integer> asked) implements Baseline {
        Steady(long nanos, int rounds) {
            this(nanos, rounds, new ArrayList<>());
        }

        @Override
        public Had<Ready> prepare(List<List<Fill>> sets) {
            return Had.got(new Ready(1.5, OUTPUTS));
        }

        @Override
        public Had<List<Long>> sample(int count, Cache held) {
            asked.add(count);
            return asked.size() > rounds ? Had.missing("it died") : Had.got(Collections.nCopies(count, nanos));
        }

        @Override
        public void close() {}
    }

    private static List<BaselineResult> compared(Map<BaselineKind, Had<Baseline>> asked, Optional<String> wrong) {
        try (var baselines = new Baselines(asked, () -> Map.of("pytorch", "2.11"))) {
            baselines.prepare(List.of(List.of()), (_, _) -> wrong, _ -> {});
            baselines.round(2, Cache.COLD);
            baselines.round(2, Cache.COLD);
            return baselines.against(WINNER).results();
        }
    }

    @Test
    void roundsAddUpAndSpeedupsAreOfPairs() {
        var results = compared(
                Map.of(
                        BaselineKind.CUBLAS, Had.got(new Steady(150, 9)),
                        BaselineKind.EAGER, Had.got(new Steady(300, 9))),
                Optional.empty());
        assertThat(results).extracting(BaselineResult::name).containsExactly("eager", "cublas");
        assertThat(results.getFirst().speedup().orElseThrow().ratio()).isEqualTo(3);
        assertThat(results.getFirst().timing().orElseThrow().samplesNanos()).hasSize(4);
        assertThat(results.getFirst().warmUpSeconds()).isEqualTo(1.5);
    }

    @Test
    void oneThatDiesIsOutAndTheOthersGoOn() {
        var results = compared(
                Map.of(
                        BaselineKind.EAGER, Had.got(new Steady(300, 1)),
                        BaselineKind.COMPILE, Had.got(new Steady(200, 9))),
                Optional.empty());
        assertThat(results.getFirst().unavailable()).isEqualTo("it died");
        assertThat(results.getFirst().timing()).isEmpty();
        assertThat(results.get(1).speedup().orElseThrow().ratio()).isEqualTo(2);
    }

    @Test
    void oneThatComputesSomethingElseIsNeverTimed() {
        var wrong = new Steady(300, 9);
        var results = compared(Map.of(BaselineKind.EAGER, Had.got(wrong)), Optional.of("y[0,0] is 1, should be 2"));
        assertThat(results.getFirst().unavailable()).isEqualTo("it computes something else: y[0,0] is 1, should be 2");
        assertThat(wrong.asked()).isEmpty();
    }

    @Test
    void oneThatCannotBeHadSaysWhy() {
        var results = compared(Map.of(BaselineKind.EAGER, Had.missing("no PyTorch")), Optional.empty());
        assertThat(results.getFirst().unavailable()).isEqualTo("no PyTorch");
    }

    @Test
    void namesAreReadAndNaiveIsAlwaysAmongThem() {
        assertThat(BaselineKind.parse("cublas, eager"))
                .containsExactly(BaselineKind.EAGER, BaselineKind.CUBLAS, BaselineKind.NAIVE);
        assertThatThrownBy(() -> BaselineKind.parse("eger"))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("Did you mean eager?");
    }
}
