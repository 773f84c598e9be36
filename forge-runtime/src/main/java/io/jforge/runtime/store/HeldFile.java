package io.jforge.runtime.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/// A file that one process holds for as long as it wants, or lives: the system gives up a process's locks when it ends,
/// however it ends, so that a file which is left over means nothing.
public final class HeldFile implements AutoCloseable {
    /// A process that opened its own file a second time would lose the lock by closing that.
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private HeldFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// Empty if it is held already, here or in another process.
    ///
    /// @throws IOException if it cannot be written
    /// @throws CancellationException if this thread is interrupted
    public static Optional<HeldFile> take(Path path) throws IOException {
        var file = path.toAbsolutePath();
        if (!OURS.add(file)) return Optional.empty();
        Optional<FileChannel> channel = Optional.empty();
        try {
            channel = locked(file);
        } catch (ClosedByInterruptException _) {
            throw new CancellationException("interrupted");
        } finally {
            if (channel.isEmpty()) OURS.remove(file);
        }
        return channel.map(locked -> new HeldFile(file, locked));
    }

    /// Whoever held it before may have removed the file between our opening and our locking it: then there is a next
    /// one.
    private static Optional<FileChannel> locked(Path file) throws IOException {
        while (true) {
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean ours = channel.tryLock() != null;
            if (ours && Files.exists(file)) {
                channel.truncate(0).write(ByteBuffer.wrap(pid().getBytes(StandardCharsets.US_ASCII)));
                return Optional.of(channel);
            }
            channel.close();
            if (!ours) return Optional.empty();
        }
    }

    private static String pid() {
        return String.valueOf(ProcessHandle.current().pid());
    }

    /// Whether a process holds it, as far as this one can tell.
    public static boolean isTaken(Path path) {
        var file = path.toAbsolutePath();
        if (OURS.contains(file)) return true;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        } catch (IOException _) {
            return false;
        }
    }

    /// The process that holds it; empty if none does.
    static OptionalLong holder(Path path) {
        var file = path.toAbsolutePath();
        try {
            if (OURS.contains(file))
                return OptionalLong.of(ProcessHandle.current().pid());
            var text = isTaken(file) ? Files.readString(file) : "";
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (IOException _) {
            return OptionalLong.empty(); // it ended just now
        }
    }

    /// Removes the file and lets it go.
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(file);
        } finally {
            OURS.remove(file);
        }
    }
}
