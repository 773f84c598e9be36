package io.jforge.runtime;

import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.store.HeldFile;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A folder that goes when it is closed; one whose process was killed goes when the next one is made.
final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "jforge-";
    private static final String OWNER = ".owner";
    private static final Duration JUST_MADE = Duration.ofSeconds(1);
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path path;
    private final HeldFile owner;

    private TemporaryFolder(Path path, HeldFile owner) {
        this.path = path;
        this.owner = owner;
    }

    /// In the system's temporary folder.
    ///
    /// @throws StoreException if that cannot be written
    /// @throws DiskFull if there is no room in it
    static TemporaryFolder usual() {
        var parent = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            return in(parent);
        } catch (IOException failed) {
            throw DiskFull.in(failed, parent)
                    .<RuntimeException>map(full -> full)
                    .orElseGet(() -> new StoreException(
                            "cannot write to the temporary folder %s (%s): set TMPDIR to one that is writable"
                                    .formatted(parent, failed.getMessage())));
        }
    }

    /// In memory, where the system has a place for files there with room for so many bytes twice over.
    static Optional<TemporaryFolder> inMemory(long bytes) {
        try {
            boolean fits = Files.isDirectory(MEMORY)
                    && Files.isWritable(MEMORY)
                    && Files.getFileStore(MEMORY).getUsableSpace() / 2 > bytes;
            return fits ? Optional.of(in(MEMORY)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    static TemporaryFolder in(Path parent) throws IOException {
        var path = Files.createTempDirectory(parent, PREFIX);
        var made = new TemporaryFolder(path, HeldFile.take(path.resolve(OWNER)).orElseThrow());
        removeLeftOver(parent, Files.getOwner(path));
        return made;
    }

    /// Folders of this person's processes that were killed.
    private static void removeLeftOver(Path parent, UserPrincipal person) throws IOException {
        try (var all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (var folder : all) if (isLeftOver(folder, person)) Folders.delete(folder);
        }
    }

    /// One that is being made just now may have no owner yet, or one whose lock is about to be taken.
    private static boolean isLeftOver(Path folder, UserPrincipal person) {
        var owner = folder.resolve(OWNER);
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.isRegularFile(owner, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder).equals(person)
                    && Files.getLastModifiedTime(owner)
                            .toInstant()
                            .isBefore(Instant.now().minus(JUST_MADE))
                    && !HeldFile.isTaken(owner);
        } catch (IOException _) {
            return false; // another process has just removed it
        }
    }

    Path path() {
        return path;
    }

    /// A new folder in it.
    Path folder(String name) {
        try {
            return Files.createDirectory(path.resolve(name));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + path, failed);
        }
    }

    @Override
    public void close() {
        try (owner) {
            Folders.delete(path);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove " + path, failed);
        }
    }
}
