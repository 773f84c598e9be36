package io.jforge.runtime.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/// A damaged store that was moved aside: nothing of it is deleted.
///
/// @param bytes with what SQLite keeps beside it
public record Aside(Path path, long bytes) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String MARK = ".damaged-";

    /// What SQLite keeps beside the file belongs to it and goes by its name.
    private static final List<String> PARTS = List.of("-wal", "-shm", "");

    /// Gives the store's file, and what stands beside it, a name that nothing has.
    ///
    /// @throws StoreException if the system refuses
    static Aside move(Path store) {
        var stem = store.getFileName() + MARK + LocalDateTime.now().format(TIME);
        var to = Stream.iterate(1, i -> i + 1)
                .map(i -> store.resolveSibling(i == 1 ? stem : stem + "-" + i))
                .filter(free -> !Files.exists(free))
                .findFirst()
                .orElseThrow();
        rename(store, to);
        return new Aside(to, size(to));
    }

    void moveBack(Path store) {
        for (var part : PARTS) {
            try {
                Files.deleteIfExists(store.resolveSibling(store.getFileName() + part));
            } catch (IOException failed) {
                throw unable(store, failed);
            }
        }
        rename(path, store);
    }

    /// Those beside a store, the oldest first.
    static List<Aside> of(Path store) {
        if (!Files.isDirectory(store.getParent())) return List.of();
        try (var all = Files.list(store.getParent())) {
            return all.filter(path -> path.getFileName()
                            .toString()
                            .matches("\\Q%s%s\\E[\\d-]+".formatted(store.getFileName(), MARK)))
                    .sorted()
                    .map(path -> new Aside(path, size(path)))
                    .toList();
        } catch (IOException failed) {
            throw unable(store, failed);
        }
    }

    private static void rename(Path from, Path to) {
        try {
            for (var part : PARTS) {
                var beside = from.resolveSibling(from.getFileName() + part);
                if (Files.exists(beside)) Files.move(beside, to.resolveSibling(to.getFileName() + part));
            }
        } catch (IOException failed) {
            throw unable(from, failed);
        }
    }

    private static StoreException unable(Path store, IOException failed) {
        return new StoreException(
                "cannot move the damaged store %s aside (%s): move it yourself".formatted(store, failed), failed);
    }

    private static long size(Path path) {
        return PARTS.stream()
                .mapToLong(part ->
                        path.resolveSibling(path.getFileName() + part).toFile().length())
                .sum();
    }
}
