package io.jforge.runtime.device;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// One run at a time on a device: over all threads, processes and users of this machine, in turn.
///
/// The system gives up a process's locks when it ends, however it ends: a file that is left over means nothing.
/// Containers share a lock only if they share `/tmp`.
public final class DeviceLock {
    private static final long DEVICE = 0;
    private static final long QUEUE = 1;
    private static final long POLL_MILLIS = 5;

    /// A file's locks belong to the whole process, so its threads queue here first.
    private static final Map<Path, Semaphore> THREADS = new ConcurrentHashMap<>();

    private final Path file;
    private final Semaphore threads;
    private final Runnable waiting;
    private final Runnable goingOn;

    /// @param waiting told once when another run has the device, `goingOn` when the wait is over
    public DeviceLock(Path file, Runnable waiting, Runnable goingOn) {
        this.file = file;
        this.threads = THREADS.computeIfAbsent(file.toAbsolutePath(), _ -> new Semaphore(1, true));
        this.waiting = waiting;
        this.goingOn = goingOn;
    }

    /// Where all users of this machine find the lock of the device with this name; Java's own temporary folder is a
    /// person's own on macOS.
    public static Path file(String device) {
        var everyones = Path.of("/tmp");
        var folder = Files.isDirectory(everyones) ? everyones : Path.of(System.getProperty("java.io.tmpdir"));
        return folder.resolve("jforge-" + device.replaceAll("[^\\w-]", "_") + ".lock");
    }

    /// Does the work once no other run uses the device.
    ///
    /// @throws CancellationException if this thread is interrupted while it waits
    /// @throws DeviceException if the lock's file cannot be used
    public <T> T holding(Supplier<T> work) {
        var wait = new Wait();
        try {
            wait.until(() -> threads.tryAcquire(0, TimeUnit.SECONDS) ? threads : null);
        } catch (InterruptedException | IOException _) {
            throw cancelled();
        }
        try (var channel = open();
                var _ = take(channel, wait)) {
            wait.end();
            return work.get();
        } catch (InterruptedException _) {
            throw cancelled();
        } catch (IOException failed) {
            throw new DeviceException(
                    "cannot use the lock %s (%s): ask its owner to remove it".formatted(file, failed), failed);
        } finally {
            threads.release();
        }
    }

    /// Whoever waits for the device holds the queue, so that one who gives the device back cannot take it again before
    /// them.
    private static FileLock take(FileChannel channel, Wait wait) throws IOException, InterruptedException {
        try (var _ = wait.until(() -> channel.tryLock(QUEUE, 1, false))) {
            return wait.until(() -> channel.tryLock(DEVICE, 1, false));
        }
    }

    private FileChannel open() throws IOException {
        try {
            return existing();
        } catch (NoSuchFileException _) {
            create();
            return existing();
        }
    }

    private FileChannel existing() throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /// It appears with its permissions, which the umask would take from a file that is made in its place.
    private void create() throws IOException {
        var fresh = Files.createTempFile(file.getParent(), "jforge", ".lock");
        try {
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-rw-rw-"));
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException _) {
            return; // another run was quicker
        } finally {
            Files.delete(fresh);
        }
    }

    private static CancellationException cancelled() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }

    private interface Attempt<T> {
        T make() throws IOException, InterruptedException;
    }

    /// Tells of a wait when it begins and when it ends.
    private final class Wait {
        private boolean began;

        <T> T until(Attempt<T> attempt) throws IOException, InterruptedException {
            for (var got = attempt.make(); ; got = attempt.make()) {
                if (got != null) return got;
                if (!began) waiting.run();
                began = true;
                Thread.sleep(POLL_MILLIS);
            }
        }

        void end() {
            if (began) goingOn.run();
        }
    }
}
