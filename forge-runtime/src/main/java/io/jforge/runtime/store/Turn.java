package io.jforge.runtime.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/// One at a time over all threads and processes: a lock file that the system gives up with its process.
final class Turn {
    /// A file's locks belong to the whole process, so its threads queue here first.
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final Path file;
    private final BiFunction<String, Exception, RuntimeException> unable;

    /// @param unable what to throw where the file cannot be used
    Turn(Path file, BiFunction<String, Exception, RuntimeException> unable) {
        this.file = file.toAbsolutePath();
        this.unable = unable;
    }

    interface Work<T> {
        T done() throws SQLException;
    }

    /// An interrupt waits until the work is done: it would close the lock's file.
    <T> T holding(Work<T> work) throws SQLException {
        var threads = THREADS.computeIfAbsent(file, _ -> new ReentrantLock());
        threads.lock();
        boolean interrupted = Thread.interrupted();
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            return work.done();
        } catch (IOException failed) {
            throw unable.apply("open", failed);
        } finally {
            threads.unlock();
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
