package io.jforge.jupyter.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Offers the files that a text inside quotes could name.
final class FilePaths {
    private static final int MOST = 200;

    private FilePaths() {}

    /// @param written what stands between the opening quote and the cursor
    /// @param end where the cursor is
    static Completion complete(String written, int end) {
        int name = written.lastIndexOf('/') + 1;
        String typed = written.substring(name);
        List<String> names = namesIn(written.substring(0, name), typed);
        return Completion.of(end - typed.length(), end, Completion.Kind.PATH, names);
    }

    private static List<String> namesIn(String folder, String start) {
        try (Stream<Path> all = Files.list(Path.of(folder.isEmpty() ? "." : folder))) {
            return all.filter(file -> file.getFileName().toString().startsWith(start))
                    // hidden files are offered once their dot is typed
                    .filter(file -> start.startsWith(".")
                            || !file.getFileName().toString().startsWith("."))
                    .map(file -> file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
                    .sorted()
                    .limit(MOST)
                    .toList();
        } catch (IOException | InvalidPathException | SecurityException e) {
            return List.of();
        }
    }
}
