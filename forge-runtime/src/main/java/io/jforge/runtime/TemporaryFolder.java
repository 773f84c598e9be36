package io.jforge.runtime;

import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.store.HeldFile;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A folder that goes when it is closed; one whose process was killed goes when the next one is made.
final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "jforge-";
    private static final String OWNER = ".owner";
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
        removeLeftOver(parent);
        var path = Files.createTempDirectory(parent, PREFIX);
        return new TemporaryFolder(path, HeldFile.take(path.resolve(OWNER)).orElseThrow());
    }

    /// Folders of processes that were killed; one without an owner's file is just being made.
    private static void removeLeftOver(Path parent) throws IOException {
        try (var all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (var folder : all)
                if (Files.isRegularFile(folder.resolve(OWNER))
                        && Files.isWritable(folder)
                        && !HeldFile.isTaken(folder.resolve(OWNER))) Folders.delete(folder);
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
