package io.jforge.runtime.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFullTest {
    @TempDir
    private Path folder;

    @Test
    void itIsFoundBehindOtherFailures() throws Exception {
        var failed = new UncheckedIOException(new IOException("/tmp/x: No space left on device"));
        assertThat(DiskFull.in(new IllegalStateException(failed), folder.resolve("no/such/file")))
                .get()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("no room is left on the file system " + Files.getFileStore(folder) + ": ");
        assertThat(DiskFull.in(new IllegalStateException("a bug"), folder)).isEmpty();
    }

    @Test
    void aFullDiskThatIsKnownStaysTheOneItIs() {
        var known = new DiskFull(folder, null);
        assertThat(DiskFull.in(new IllegalStateException(known), Path.of("/"))).containsSame(known);
    }

    @Test
    void aCandidateThatOnlySpeaksOfAFullDiskIsRejectedAsAnyOther() {
        assertThat(DiskFull.room(folder)).as("this test needs room").isGreaterThan(512 << 20);
        assertThat(DiskFull.isBehind(new Outcome.Rejected("#error No space left on device"), folder))
                .isFalse();
    }

    @Test
    void whereThereIsRoomAFailureStaysWhatItIs() {
        var bug = new IllegalStateException("a bug");
        assertThat(DiskFull.behind(bug, folder)).isSameAs(bug);
    }

    @Test
    void beforeATrialHasEndedThereIsNothingToGoOnWith() {
        assertThat(new DiskFull(folder, null).whileIn("softmax-12ab", 0))
                .hasMessageEndingWith("the run stopped before a trial had ended. Make some, and do it again");
        assertThat(new DiskFull(folder, null).whileIn("softmax-12ab", 1)).hasMessageContaining("its one trial is kept");
    }
}
