package io.jforge.runtime.store;

import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Holds a run for this process as long as it goes on: no other goes on with it meanwhile, others see that it does, and
/// can ask for its end.
public final class RunClaim implements AutoCloseable {
    private static final String LOCK = ".lock";
    private static final String DOING = ".doing";
    private static final String STOP = ".stop";

    private final Path folder;
    private final String run;
    private final HeldFile held;

    private RunClaim(Path folder, String run, HeldFile held) {
        this.folder = folder;
        this.run = run;
        this.held = held;
    }

    /// Empty if the run goes on already, here or in another process.
    ///
    /// @throws StoreException if the folder cannot be written
    static Optional<RunClaim> take(Path folder, String run) {
        try {
            Files.createDirectories(folder);
            var held = HeldFile.take(folder.resolve(run + LOCK));
            if (held.isPresent()) Files.deleteIfExists(folder.resolve(run + STOP));
            return held.map(file -> new RunClaim(folder, run, file));
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    /// Whether a process holds the run, as far as this one can tell.
    static boolean isTaken(Path folder, String run) {
        return HeldFile.isTaken(folder.resolve(run + LOCK));
    }

    /// The process that holds a run; empty if none does.
    static OptionalLong holder(Path folder, String run) {
        return HeldFile.holder(folder.resolve(run + LOCK));
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
            return Files.readString(folder.resolve(run + DOING));
        } catch (IOException _) {
            return "";
        }
    }

    /// Asks whoever holds the run to end it.
    static void stop(Path folder, String run) {
        try {
            Files.writeString(folder.resolve(run + STOP), "");
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
            Files.writeString(folder.resolve(run + DOING), what);
        } catch (IOException _) {
            return;
        }
    }

    /// Whether somebody asked for its end.
    public boolean isStopWanted() {
        return Files.exists(folder.resolve(run + STOP));
    }

    @Override
    public void close() {
        try (held) {
            for (var suffix : List.of(DOING, STOP)) Files.deleteIfExists(folder.resolve(run + suffix));
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    private static RuntimeException unwritable(Path folder, IOException failed) {
        return DiskFull.in(failed, folder)
                .<RuntimeException>map(full -> full)
                .orElseGet(() -> new StoreException(
                        "cannot write to %s (%s): set JFORGE_HOME to a folder that you can write"
                                .formatted(folder, failed),
                        failed));
    }
}
