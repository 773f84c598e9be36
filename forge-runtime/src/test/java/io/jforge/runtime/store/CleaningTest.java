package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleaningTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path folder;

    private RunStore store;

    @BeforeEach
    void runsOfThreeDays() {
        store = new RunStore(folder);
        for (int day = 0; day < 3; day++) {
            var run = "day-" + day;
            store.begin(Runs.header(run, day == 1 ? "named" : run, Runs.START.plus(DAY.multipliedBy(day))));
            for (int i = 0; i < 20; i++)
                store.add(
                        run,
                        Runs.trial(100 * day + i, i - 1, "step", new Outcome.Rejected("x".repeat(5000)), Map.of()));
            store.add(run, Runs.trial(999, 0, "a source that all have", Runs.timed(1), Map.of()));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aRunGoesWithItsTrialsAndTheSourcesThatNoOtherHas() {
        assertThat(store.cleaning().delete(List.of("day-0", "day-2"))).isEqualTo(new Cleaning.Removed(2, 42, 0));
        assertThat(store.all()).extracting(run -> run.header().id()).containsExactly("day-1");
        assertThat(store.find("named").trials()).hasSize(21);
        assertThat(store.cleaning().sourcesWithoutTrials()).isZero();
    }

    @Test
    void theOldOnesAreThoseThatBeganBefore() {
        var old = store.cleaning().before(Runs.START.plus(DAY));
        assertThat(old).extracting(Cleaning.Old::id).containsExactly("day-0");
        assertThat(old.getFirst().trials()).isEqualTo(21);
        assertThat(old.getFirst().bytes()).isBetween(20 * 5000L, 20 * 6000L);
        assertThat(store.cleaning().before(Runs.START)).isEmpty();
        assertThat(store.cleaning().before(Runs.START.plusNanos(2_000_000))).hasSize(1);
    }

    @Test
    void sweepingMakesTheFileSmaller() throws Exception {
        store.close();
        long before = Files.size(folder.resolve("runs.db"));
        var removed = store.cleaning().sweep(List.of("day-0", "day-1"));
        assertThat(removed.trials()).isEqualTo(42);
        assertThat(removed.bytes()).isGreaterThan(100_000);
        assertThat(Files.size(folder.resolve("runs.db"))).isLessThan(before / 2);
        assertThat(store.find("day-2").trials()).hasSize(21);
    }

    @Test
    void oneThatIsBeingMadeStaysAndSoDoTheOthers() {
        var database = new Database(new StoreFile(folder.resolve("runs.db"), List.of()));
        var cleaning = new Cleaning(database, "day-1"::equals);
        assertThatThrownBy(() -> cleaning.delete(List.of("day-0", "day-1")))
                .isInstanceOf(SpecException.class)
                .hasMessage("run day-1 is still going on: stop it first, then delete it");
        assertThat(store.all()).hasSize(3);
        assertThat(cleaning.before(Runs.START.plus(DAY.multipliedBy(9))))
                .extracting(Cleaning.Old::id)
                .containsExactly("day-0", "day-2");
        database.close();
    }
}
