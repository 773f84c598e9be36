package io.jforge.runtime.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Removes folders of ours, with all that is in them.
public final class Folders {
    private Folders() {}

    /// Deletes what it can; a file that resists is left to the system's own cleaning.
    public static void delete(Path folder) {
        if (folder == null || !Files.exists(folder)) return;
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        } catch (IOException | UncheckedIOException resisting) {
            folder.toFile().deleteOnExit();
        }
    }
}
