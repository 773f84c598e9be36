package io.jforge.runtime.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/// The file system that a run writes to has no room left; the message says which, and what to do.
@SuppressWarnings("serial")
public final class DiskFull extends RuntimeException {
    /// What the system says of a write that it refused, whichever program tells it.
    private static final List<String> WORDS = List.of("No space left on device", "Disk quota exceeded");

    /// With less than this a compiler or a worker gets nothing written.
    private static final long NOTHING = 1 << 20;

    /// With more than this a text that speaks of a full disk is not about this one.
    private static final long PLENTY = 256 << 20;

    private final String fileSystem;

    private DiskFull(String fileSystem, String then, Throwable cause) {
        super("no room is left on %s: %s".formatted(fileSystem, then), cause);
        this.fileSystem = fileSystem;
    }

    /// A write to `written` was refused.
    public DiskFull(Path written, Throwable cause) {
        this(fileSystem(written), "make some there, and do it again", cause);
    }

    /// The same for a run that was begun: what was finished is kept.
    public DiskFull whileIn(String run, int trials) {
        if (trials == 0)
            return new DiskFull(
                    fileSystem, "the run stopped before a trial had ended. Make some, and do it again", this);
        var kept = trials == 1 ? "its one trial is" : "its %,d trials are".formatted(trials);
        return new DiskFull(
                fileSystem,
                "the run stopped, and %s kept. Once there is room, `%%forge resume %s` goes on".formatted(kept, run),
                this);
    }

    /// Whether a failure comes from a full disk; which of the places that were written to is full is measured.
    public static Optional<DiskFull> in(Throwable failed, Path... written) {
        for (var cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof DiskFull full) return Optional.of(full);
            if (speaksOfIt(cause.getMessage()))
                return Arrays.stream(written)
                        .min(Comparator.comparingLong(DiskFull::room))
                        .map(place -> new DiskFull(place, failed));
        }
        return Optional.empty();
    }

    /// Whether a candidate failed for want of room in this folder, which says nothing of the candidate.
    ///
    /// What a compiler says is not enough, since a candidate can make it say anything.
    public static boolean isBehind(Outcome outcome, Path folder) {
        return switch (outcome) {
            case Outcome.Rejected _, Outcome.Forbidden _, Outcome.Crashed _ ->
                room(folder) < (speaksOfIt(outcome.message()) ? PLENTY : NOTHING);
            case Outcome.TimedOut _, Outcome.Wrong _, Outcome.Suspect _, Outcome.Timed _ -> false;
        };
    }

    /// What stopped work that writes to this folder: where that has no room, the want of it, whatever else was said. A
    /// process that writes to a mapped file gets a fault then, and cannot say why.
    public static RuntimeException behind(RuntimeException failed, Path folder) {
        return !(failed instanceof CancellationException) && room(folder) < NOTHING
                ? in(failed, folder).orElseGet(() -> new DiskFull(folder, failed))
                : failed;
    }

    private static boolean speaksOfIt(String message) {
        return message != null && WORDS.stream().anyMatch(message::contains);
    }

    /// The bytes that can still be written there; plenty where the system does not tell.
    public static long room(Path place) {
        try {
            return Files.getFileStore(existing(place)).getUsableSpace();
        } catch (IOException _) {
            return Long.MAX_VALUE;
        }
    }

    private static String fileSystem(Path place) {
        try {
            return "the file system " + Files.getFileStore(existing(place));
        } catch (IOException _) {
            return "the file system of " + place;
        }
    }

    private static Path existing(Path place) {
        return Stream.iterate(place.toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(Files::exists)
                .findFirst()
                .orElse(place);
    }
}
