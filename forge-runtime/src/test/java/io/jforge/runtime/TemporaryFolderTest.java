package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {
    @TempDir
    Path parent;

    /// As a process that was killed leaves it.
    private Path leftOver(String name, long secondsAgo) throws Exception {
        var folder = Files.createDirectory(parent.resolve(name));
        Files.writeString(folder.resolve("inputs"), "many bytes");
        var owner = Files.writeString(folder.resolve(".owner"), "999999");
        Files.setLastModifiedTime(owner, FileTime.from(Instant.now().minusSeconds(secondsAgo)));
        return folder;
    }

    @Test
    void whatAKilledProcessLeftGoesWhenTheNextFolderIsMade() throws Exception {
        var left = leftOver("jforge-left", 60);
        var fresh = leftOver("jforge-being-made", 0);
        var others = Files.createDirectory(parent.resolve("jforge-without-owner"));
        var foreign = leftOver("of-another-program", 60);
        var linked = Files.createSymbolicLink(parent.resolve("jforge-link"), foreign);
        try (var folder = TemporaryFolder.in(parent)) {
            assertThat(left).doesNotExist();
            assertThat(fresh).exists();
            assertThat(others).exists();
            assertThat(foreign.resolve("inputs")).exists();
            assertThat(linked).exists();
            assertThat(folder.path()).exists();
        }
    }

    @Test
    void oneThatIsHeldStaysAndGoesWhenItIsClosed() throws Exception {
        try (var folder = TemporaryFolder.in(parent)) {
            var owner = folder.path().resolve(".owner");
            Files.setLastModifiedTime(owner, FileTime.from(Instant.now().minusSeconds(60)));
            Files.writeString(folder.folder("torch").resolve("inputs"), "many bytes");
            TemporaryFolder.in(parent).close();
            assertThat(folder.path().resolve("torch/inputs")).exists();
        }
        assertThat(parent).isEmptyDirectory();
    }
}
