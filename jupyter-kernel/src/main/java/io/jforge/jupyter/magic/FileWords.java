package io.jforge.jupyter.magic;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Files as the words of a magic name them: `~` is the person's own folder, `*` any name.
public final class FileWords {
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");
    private static final int MOST = 200;

    private FileWords() {}

    /// @throws MagicException if the word can be no file's name
    public static Path path(String magic, String word) {
        try {
            return Path.of(atHome(word));
        } catch (InvalidPathException e) {
            throw new MagicException("%%%s: '%s' can be no file's name".formatted(magic, word));
        }
    }

    private static String atHome(String word) {
        return word.equals("~") || word.startsWith("~/") ? System.getProperty("user.home") + word.substring(1) : word;
    }

    /// The files that a word stands for: one, or all that match its pattern, by name.
    ///
    /// @throws MagicException if there is none
    public static List<Path> matching(String magic, String word) {
        List<Path> found = GLOB.matcher(word).find() ? glob(magic, atHome(word)) : List.of(path(magic, word));
        if (found.isEmpty() || !Files.exists(found.getFirst())) {
            throw new MagicException("%%%s: there is no file %s".formatted(magic, word));
        }
        return found;
    }

    private static List<Path> glob(String magic, String pattern) {
        int firstSign =
                GLOB.matcher(pattern).results().findFirst().orElseThrow().start();
        int slash = pattern.lastIndexOf('/', firstSign);
        Path folder = path(magic, slash < 0 ? "." : pattern.substring(0, slash + 1));
        int depth = pattern.contains("**")
                ? Integer.MAX_VALUE
                : (int) pattern.chars().filter(c -> c == '/').count() + 1;
        try (Stream<Path> all = Files.walk(folder, depth)) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(slash + 1));
            return all.filter(file -> matcher.matches(folder.relativize(file)))
                    .sorted()
                    .toList();
        } catch (IOException | java.io.UncheckedIOException | java.util.regex.PatternSyntaxException e) {
            return List.of();
        }
    }

    /// Names that go on from a half typed one; folders end with a slash.
    public static List<String> complete(String typed) {
        int slash = typed.lastIndexOf('/');
        String above = typed.substring(0, slash + 1);
        String start = typed.substring(slash + 1);
        try (Stream<Path> all = Files.list(Path.of(above.isEmpty() ? "." : atHome(above)))) {
            return all.filter(file -> isOffered(file.getFileName().toString(), start))
                    .sorted()
                    .limit(MOST)
                    .map(file -> above + file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
                    .toList();
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }

    private static boolean isOffered(String name, String start) {
        return name.startsWith(start) && (!name.startsWith(".") || start.startsWith("."));
    }
}
