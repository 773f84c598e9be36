package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.trial.DiskFull;
import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SQLite's own limit stands for a disk that is full: it fails in the same way.
class FullStoreTest {
    @TempDir
    private Path folder;

    private RunStore limited(int pages) {
        return new RunStore(folder, List.of("pragma max_page_count = " + pages));
    }

    private static int fillUp(RunStore store) {
        store.begin(Runs.header("a"));
        for (int i = 0; ; i++) {
            var trial = Runs.trial(i, i - 1, "step", new Outcome.Rejected("x".repeat(3000)), Map.of());
            try {
                store.add("a", trial);
            } catch (DiskFull full) {
                return i;
            }
        }
    }

    @Test
    void whatWasWrittenBeforeTheDiskWasFullIsKept() {
        try (var store = limited(40)) {
            int written = fillUp(store);
            assertThat(written).isGreaterThan(5);
            assertThat(store.find("a").trials()).as("by the same connection").hasSize(written);
        }
        try (var store = new RunStore(folder)) {
            var run = store.find("a");
            assertThat(run.state()).isEqualTo("broken off");
            assertThat(store.notice()).isEmpty();
            store.addMissing(
                    "a",
                    List.of(
                            run.trials().getFirst(),
                            Runs.trial(run.trials().size(), 0, "with room", Runs.timed(1), Map.of())));
            assertThat(store.find("a").trials()).hasSize(run.trials().size() + 1);
        }
    }

    @Test
    void theMessageSaysWhichFileSystemAndWhatToDo() {
        try (var store = limited(40)) {
            fillUp(store);
            var trial = Runs.trial(999, 0, "step", new Outcome.Rejected("x".repeat(9000)), Map.of());
            assertThatThrownBy(() -> store.add("a", trial))
                    .isInstanceOf(DiskFull.class)
                    .hasMessageMatching(
                            "no room is left on the file system \\S+ \\(\\S+\\): make some there, and do it again");
        }
    }

    @Test
    void aSourceGoesInWithItsTrialOrNotAtAll() {
        try (var store = limited(40)) {
            int written = fillUp(store);
            assertThat(store.cleaning().sourcesWithoutTrials()).isZero();
            assertThat(written).isPositive();
        }
    }
}
