package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedRunTest {
    private static final RuntimeException NO_ROOM =
            new UncheckedIOException("cannot write to x", new IOException("x: No space left on device"));

    @TempDir
    private Path folder;

    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        store.begin(Runs.header("softmax-12ab"));
        store.add("softmax-12ab", Runs.trials().getFirst());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private RuntimeException after(RuntimeException failed) {
        return new FailedRun(store, Runs.header("softmax-12ab"), Runs.trials(), List.of("a warning"), 3)
                .because(failed, folder);
    }

    @Test
    void trialsThatFoundNoRoomAreWrittenOnceThereIsSome() {
        after(NO_ROOM);
        var run = store.find("softmax-12ab");
        assertThat(run.trials()).isEqualTo(Runs.trials());
        assertThat(run.state()).isEqualTo("failed");
        assertThat(run.ending().orElseThrow().warnings()).containsExactly("a warning");
    }

    @Test
    void aFullDiskIsOneMessageWithWhatIsKeptAndHowToGoOn() throws Exception {
        assertThat(after(NO_ROOM))
                .isInstanceOf(DiskFull.class)
                .hasMessage("no room is left on the file system " + Files.getFileStore(folder)
                        + ": the run stopped, and its 5 trials are kept."
                        + " Once there is room, `%forge resume softmax-12ab` goes on");
    }

    @Test
    void whatElseFailedIsThrownAsItIs() {
        var bug = new IllegalStateException("a bug");
        assertThat(after(bug)).isSameAs(bug);
        assertThat(store.find("softmax-12ab").state()).isEqualTo("failed");
    }

    @Test
    void anEndingThatCannotBeWrittenHidesNothing() throws Exception {
        store.close();
        Files.delete(folder.resolve("runs.db"));
        Files.createDirectory(folder.resolve("runs.db"));
        var bug = new IllegalStateException("a bug");
        assertThat(after(bug)).isSameAs(bug);
        assertThat(bug.getSuppressed()).singleElement().asString().contains("is a folder");
    }
}
