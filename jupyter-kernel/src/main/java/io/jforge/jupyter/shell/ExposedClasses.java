package io.jforge.jupyter.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A class folder with nothing but the few types of ours that cells may name.
///
/// The compiler wants a place on disk; at run time cells get the very classes of this process.
final class ExposedClasses implements AutoCloseable {
    private static final String PREFIX = "jforge-cells-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(?<pid>\\d+)-.*");

    private final Path folder;

    ExposedClasses(List<Class<?>> types) {
        folder = write(types);
    }

    Path folder() {
        return folder;
    }

    private static Path write(List<Class<?>> types) {
        try {
            Path folder =
                    Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
            sweep(folder.getParent());
            for (Class<?> type : types) {
                String file = type.getName().replace('.', '/') + ".class";
                Path target = folder.resolve(file);
                Files.createDirectories(target.getParent());
                try (InputStream bytes = type.getResourceAsStream("/" + file)) {
                    Files.write(target, bytes.readAllBytes());
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder for the cells' classes: " + e.getMessage(), e);
        }
    }

    /// Removes what processes left that were killed.
    private static void sweep(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            for (Path each : all.toList()) {
                Matcher name = NAME.matcher(each.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group("pid"))).isEmpty()) {
                    delete(each);
                }
            }
        }
    }

    @Override
    public void close() {
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // a few kilobytes stay, or were another user's; the next start tries again
        }
    }
}
