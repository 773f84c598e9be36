package io.jforge.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When a run is reproduced, and in which words.
class ReproductionTest {
    private static final Map<String, String> EPYC = Map.of("processor", "EPYC", "cores", "2", "instructions", "avx512");
    private static final Map<String, String> XEON = Map.of("processor", "Xeon", "cores", "4", "instructions", "avx512");

    private static RunRecord run(
            String id, Map<String, String> facts, List<Trial> trials, Optional<Speedup> confirmed) {
        var header = Runs.header(id).in(facts);
        var pairs = confirmed.map(speedup -> new RunEnding.Confirmation(
                2, Runs.timing(16000), Runs.timing(16000 / speedup.ratio()), speedup, Evidence.none()));
        return new RunRecord(header, trials, Optional.of(new RunEnding("repeated", 2, pairs)));
    }

    private static RunRecord original() {
        return run("softmax-12ab", EPYC, Runs.trials(), Optional.of(new Speedup(8, 7.9, 8.1)));
    }

    private static Reproduction beside(Map<String, String> facts, List<Trial> trials, double... speedup) {
        var confirmed = speedup.length == 0
                ? Optional.<Speedup>empty()
                : Optional.of(new Speedup(speedup[0], speedup[1], speedup[2]));
        return Reproduction.of(original(), run("softmax-77cd", facts, trials, confirmed));
    }

    private static List<Trial> with(int number, Outcome outcome) {
        var trials = new ArrayList<>(Runs.trials());
        var old = trials.get(number);
        trials.set(
                number,
                Runs.trial(
                        number,
                        old.parentNode(),
                        old.change(),
                        outcome,
                        old.candidate().assignment()));
        return trials;
    }

    @ParameterizedTest
    @CsvSource({
        "8.05, 7.95, 8.2, true", // overlaps
        "7.3, 7.2, 7.4, true", // does not, and is more than 90 %
        "7.1, 7.0, 7.15, false",
        "7.1, 6.0, 7.95, true", // less, and overlaps
        "12, 11, 13, true",
        "0.99, 0.9, 1.2, false",
    })
    void onTheSameDeviceModelTheSpeedupIsToBeWhatItWas(double ratio, double low, double high, boolean expected) {
        var told = beside(EPYC, Runs.trials(), ratio, low, high);
        assertThat(told.reproduced()).as(told.reason()).isEqualTo(expected);
        assertThat(told.sameDevice()).isTrue();
    }

    @Test
    void onAnotherOneItIsShownNotJudgedAndHasToBeOneAtAll() {
        var told = beside(XEON, Runs.trials(), 3, 2.9, 3.1);
        assertThat(told.reproduced()).isTrue();
        assertThat(told.reason())
                .isEqualTo("the same of its 5 trials are right, and its winner, trial 2, is 3.000x (2.900 to"
                        + " 3.100) as fast as naive, and was 8.000x (7.900 to 8.100) on another device, which is not"
                        + " judged");
        assertThat(beside(XEON, Runs.trials(), 1.02, 0.98, 1.1).reason())
                .isEqualTo("its winner, trial 2, is not faster than naive here beyond noise: 1.020x (0.980 to 1.100)");
        assertThat(beside(Map.of(), Runs.trials(), 3, 2.9, 3.1).sameDevice()).isFalse();
    }

    @Test
    void rightStaysRightAndTheRestStaysRefused() {
        assertThat(beside(EPYC, with(3, new Outcome.Crashed("SIGSEGV")), 8, 7.9, 8.1)
                        .reproduced())
                .isTrue();
        var told = beside(EPYC, with(3, Runs.timed(100)), 8, 7.9, 8.1);
        assertThat(told.reproduced()).isFalse();
        assertThat(told.reason()).isEqualTo("1 of its 5 trials was right and is not, or the other way round");
        assertThat(told.changed())
                .containsExactly(
                        new Reproduction.Changed(3, "fast-math (UN=4)", "wrong", "timed", "17x33: 3.5 instead of 1"));
        assertThat(told.faster().map(Trial::number)).contains(3);
        var crashed = beside(EPYC, with(2, new Outcome.Crashed("SIGSEGV")));
        assertThat(crashed.changed().getFirst().why()).isEqualTo("SIGSEGV");
        assertThat(crashed.repeated().speedup()).isEmpty();
        assertThat(crashed.faster()).isEmpty();
    }

    @Test
    void withoutAllTrialsOrTheWinnersPairsItIsNotReproduced() {
        assertThat(beside(EPYC, Runs.trials().subList(0, 3), 8, 7.9, 8.1).reason())
                .isEqualTo("3 of its 5 trials were tried again (finished)");
        assertThat(beside(EPYC, Runs.trials()).reason())
                .isEqualTo("its winner, trial 2, did not pass once more beside naive");
    }

    @Test
    void anOriginalThatWasNotConfirmedIsComparedByItsMedians() {
        var before = run("softmax-12ab", EPYC, Runs.trials(), Optional.empty()); // 16050 over 2010 us
        var told = Reproduction.of(
                before, run("softmax-77cd", EPYC, Runs.trials(), Optional.of(new Speedup(7.5, 7.4, 7.6))));
        assertThat(told.reproduced()).isTrue();
        assertThat(told.reason()).endsWith("and was 7.985x (not confirmed)");
        var slow = Reproduction.of(
                before, run("softmax-77cd", EPYC, Runs.trials(), Optional.of(new Speedup(7, 6.9, 8.6))));
        assertThat(slow.reproduced()).isFalse();
    }

    /// A source that was slower than naive is reproduced by being so again.
    @Test
    void aWinnerThatWasNoneNeedNotBeOne() {
        var before = run("softmax-12ab", EPYC, Runs.trials(), Optional.of(new Speedup(0.5, 0.49, 0.51)));
        var again = run("softmax-77cd", EPYC, Runs.trials(), Optional.of(new Speedup(0.505, 0.5, 0.52)));
        assertThat(Reproduction.of(before, again).reproduced()).isTrue();
    }

    @Test
    void timesAreComparedTrialByTrial() {
        var trials = new ArrayList<>(Runs.trials());
        trials.set(1, Runs.trial(1, 0, "polynomial exp", Runs.timed(8020), Map.of("UN", 4L)));
        trials.set(4, Runs.trial(4, 2, "stores past the cache", Runs.timed(1300), Map.of("UN", 8L)));
        var times = beside(EPYC, trials, 8, 7.9, 8.1).times().orElseThrow();
        assertThat(times.trials()).isEqualTo(4);
        assertThat(times.mean()).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(times.least()).isEqualTo(0.5);
        assertThat(times.most()).isEqualTo(2);
    }

    @Test
    void theTableHasTheOriginalBesideTheRepeatedAndTenChangesAtMost() {
        var many = new ArrayList<Trial>();
        var other = new ArrayList<Trial>();
        many.add(Runs.trials().getFirst());
        other.add(Runs.trials().getFirst());
        for (int i = 1; i < 14; i++) {
            many.add(Runs.trial(i, 0, "change " + i, Runs.timed(10_000 - i), Map.of()));
            other.add(Runs.trial(i, 0, "change " + i, new Outcome.Wrong("1x1", "2 instead of 1\nmore"), Map.of()));
        }
        var told = new ReproductionTable(Reproduction.of(
                run("softmax-12ab", EPYC, many, Optional.of(new Speedup(8, 7.9, 8.1))),
                run("softmax-77cd", XEON, other, Optional.empty())));
        assertThat(told.headline())
                .isEqualTo("reproduced: no. softmax 4096x1024 f32, run softmax-12ab again as softmax-77cd: 13 of"
                        + " its 14 trials were right and are not, or the other way round");
        assertThat(Tables.text(told.table())).isEqualTo("""
                what          original                   repeated                \s
                ------------------------------------------------------------------
                device        EPYC, 2 cores              Xeon, 4 cores           \s
                naive us      16,000 (16,000 to 16,000)  16,050 (16,000 to 16,100)
                winner us     2,000 (2,000 to 2,000)     none                    \s
                speedup       8.000x (7.900 to 8.100)    none                    \s
                trials timed  14                         1                       \s
                trials wrong  0                          13                      \s""");
        assertThat(told.changed().orElseThrow().rowCount()).isEqualTo(10);
        assertThat(told.notes()).contains("3 more trials changed.", "Trial 1: 1x1: 2 instead of 1");
        assertThat(told.json())
                .containsEntry("reproduced", false)
                .containsEntry("same_device", false)
                .containsKeys("reason", "original", "repeated", "changed", "trial_times", "fastest_now");
    }

    @Test
    void aReplayIsOfTheRunWhoseCandidatesItHas() {
        assertThat(Reproduction.isOf(original(), original())).isTrue();
        var part = new RunRecord(original().header(), Runs.trials().subList(0, 2), Optional.empty());
        assertThat(Reproduction.isOf(original(), part)).isTrue();
        assertThat(Reproduction.isOf(part, original())).isFalse();
    }
}
