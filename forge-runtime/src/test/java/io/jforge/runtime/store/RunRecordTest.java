package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunRecordTest {
    @Test
    void theWinnerIsTheOneThatWasConfirmed() {
        var trials = List.of(
                Runs.trial(0, -1, "naive", Runs.timed(100), Map.of()),
                Runs.trial(1, 0, "lucky", Runs.timed(10), Map.of()),
                Runs.trial(2, 0, "steady", Runs.timed(12), Map.of()));
        var ending = new RunEnding("iterations", 1, Optional.of(Runs.confirmation()));
        assertThat(new RunRecord(Runs.header("a"), trials, Optional.of(ending)).best())
                .contains(trials.get(2));
        assertThat(Runs.of(trials).best()).contains(trials.get(1));
    }

    @Test
    void withNothingRightThereIsNoWinner() {
        var failed = Runs.trial(0, -1, "naive", new Outcome.Crashed("SIGSEGV"), Map.of());
        assertThat(Runs.of(List.of(failed)).best()).isEmpty();
        assertThat(Runs.of(List.of()).best()).isEmpty();
        assertThat(Runs.of(List.of()).naive()).isEmpty();
        assertThat(Runs.of(List.of()).iterations()).isZero();
    }

    @Test
    void theWayToATrialGoesThroughTheFastestOfEachSource() {
        var run = Runs.finished();
        assertThat(run.lineage(run.trials().get(4))).extracting(Trial::number).containsExactly(0, 1, 2, 4);
        assertThat(run.lineage(run.trials().get(3))).extracting(Trial::number).containsExactly(0, 1, 3);
        assertThat(run.lineage(run.trials().get(0))).extracting(Trial::number).containsExactly(0);
    }

    @Test
    void trialsAreCountedByOutcome() {
        assertThat(Runs.finished().counts()).isEqualTo(Map.of("timed", 4, "wrong", 1));
        assertThat(Runs.finished().iterations()).isEqualTo(4);
    }
}
