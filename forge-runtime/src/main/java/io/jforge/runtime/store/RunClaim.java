package io.jforge.runtime.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Holds a run for this process as long as it goes on: no other goes on with it meanwhile, and others see that it does.
///
/// The system gives up a process's locks when it ends, however it ends; files that are left over mean nothing.
public final class RunClaim implements AutoCloseable {
    private static final String LOCK = ".lock";
    private static final String DOING = ".doing";
    private static final String STOP = ".stop";

    /// A process that opened its own lock's file a second time would lose the lock by closing that.
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final String run;
    private final Path file;
    private final FileChannel channel;

    private RunClaim(Path folder, String run, Path file, FileChannel channel) {
        this.folder = folder;
        this.run = run;
        this.file = file;
        this.channel = channel;
    }

    /// Empty if the run goes on already, here or in another process.
    ///
    /// @throws StoreException if the folder cannot be written
    static Optional<RunClaim> take(Path folder, String run) {
        var file = file(folder, run, LOCK);
        if (!OURS.add(file)) return Optional.empty();
        try {
            Files.createDirectories(folder);
            var channel = locked(file);
            if (channel.isEmpty()) OURS.remove(file);
            else Files.deleteIfExists(file(folder, run, STOP));
            return channel.map(locked -> new RunClaim(folder, run, file, locked));
        } catch (IOException failed) {
            OURS.remove(file);
            throw unwritable(folder, failed);
        }
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

    /// Whether a process holds the run, as far as this one can tell.
    static boolean isTaken(Path folder, String run) {
        var file = file(folder, run, LOCK);
        if (OURS.contains(file)) return true;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        } catch (IOException _) {
            return false;
        }
    }

    private static String pid() {
        return String.valueOf(ProcessHandle.current().pid());
    }

    /// The process that holds a run; empty if none does.
    static OptionalLong holder(Path folder, String run) {
        var file = file(folder, run, LOCK);
        try {
            if (OURS.contains(file))
                return OptionalLong.of(ProcessHandle.current().pid());
            var text = isTaken(folder, run) ? Files.readString(file) : "";
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (IOException _) {
            return OptionalLong.empty(); // it ended just now
        }
    }

    /// The runs that are held.
    static List<String> taken(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(LOCK))
                    .map(name -> name.substring(0, name.length() - LOCK.length()))
                    .filter(run -> isTaken(folder, run))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of(); // there was none yet
        }
    }

    /// What the run is doing now, as its process said last; empty text if nothing is known.
    static String doing(Path folder, String run) {
        try {
            return Files.readString(file(folder, run, DOING));
        } catch (IOException _) {
            return "";
        }
    }

    /// Asks whoever holds the run to end it.
    static void stop(Path folder, String run) {
        try {
            Files.writeString(file(folder, run, STOP), "");
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    public String run() {
        return run;
    }

    /// Says what the run is doing, for those who watch it; not being able to does not stop a run.
    public void doing(String what) {
        try {
            Files.writeString(file(folder, run, DOING), what);
        } catch (IOException _) {
            return;
        }
    }

    /// Whether somebody asked for its end.
    public boolean isStopWanted() {
        return Files.exists(file(folder, run, STOP));
    }

    @Override
    public void close() {
        try (channel) {
            for (var suffix : List.of(DOING, STOP, LOCK)) Files.deleteIfExists(file(folder, run, suffix));
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        } finally {
            OURS.remove(file);
        }
    }

    private static Path file(Path folder, String run, String suffix) {
        return folder.resolve(run + suffix);
    }

    private static StoreException unwritable(Path folder, IOException failed) {
        return new StoreException(
                "cannot write to %s (%s): set JFORGE_HOME to a folder that you can write".formatted(folder, failed),
                failed);
    }
}
