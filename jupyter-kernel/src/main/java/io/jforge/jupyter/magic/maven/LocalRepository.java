package io.jforge.jupyter.magic.maven;

import io.jforge.runtime.spec.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What lies in a local repository already: for completions and for hints.
final class LocalRepository {
    private static final int MOST = 200;

    private final Path root;

    LocalRepository(Path root) {
        this.root = root;
    }

    /// Words that go on from half a coordinate, one part further.
    List<String> complete(String typed) {
        String[] parts = typed.split(":", -1);
        return switch (parts.length) {
            case 1 -> groups(parts[0]);
            case 2 ->
                artifacts(parts[0])
                        .filter(a -> a.startsWith(parts[1]))
                        .map(a -> parts[0] + ":" + a + ":")
                        .toList();
            case 3 ->
                versions(parts[0], parts[1])
                        .filter(v -> v.startsWith(parts[2]))
                        .map(v -> "%s:%s:%s".formatted(parts[0], parts[1], v))
                        .toList();
            default -> List.of();
        };
    }

    private List<String> groups(String typed) {
        int dot = typed.lastIndexOf('.');
        String above = typed.substring(0, dot + 1);
        Path folder = root.resolve(above.replace('.', '/'));
        return folders(folder)
                .filter(name -> name.startsWith(typed.substring(dot + 1)))
                .map(name -> above + name + (isGroup(folder.resolve(name)) ? ":" : "."))
                .limit(MOST)
                .toList();
    }

    /// A group's folder has folders of artifacts, which have folders of versions, which have a pom.
    private static boolean isGroup(Path folder) {
        return folders(folder).anyMatch(artifact -> isArtifact(folder.resolve(artifact)));
    }

    private static boolean isArtifact(Path folder) {
        String name = folder.getFileName().toString();
        return folders(folder)
                .anyMatch(version -> Files.exists(folder.resolve(version, name + "-" + version + ".pom")));
    }

    private Stream<String> artifacts(String group) {
        Path folder = root.resolve(group.replace('.', '/'));
        return folders(folder).filter(name -> isArtifact(folder.resolve(name)));
    }

    private Stream<String> versions(String group, String artifact) {
        Path folder = root.resolve(group.replace('.', '/'), artifact);
        return folders(folder).filter(v -> Files.exists(folder.resolve(v, artifact + "-" + v + ".pom")));
    }

    /// The known library that a mistyped name most likely meant.
    Optional<String> nearest(Coordinate unknown) {
        Optional<String> inGroup = Nearest.of(
                        unknown.artifact(), artifacts(unknown.group()).toList())
                .filter(name -> !name.equals(unknown.artifact()))
                .map(name -> unknown.group() + ":" + name);
        return inGroup.or(() -> nearestGroup(unknown));
    }

    private Optional<String> nearestGroup(Coordinate unknown) {
        String group = unknown.group();
        String above = group.contains(".") ? group.substring(0, group.lastIndexOf('.') + 1) : "";
        String last = group.substring(above.length());
        return Nearest.of(last, folders(root.resolve(above.replace('.', '/'))).toList())
                .filter(name -> !name.equals(last))
                .map(name -> above + name)
                .filter(near -> artifacts(near).anyMatch(unknown.artifact()::equals))
                .map(near -> near + ":" + unknown.artifact());
    }

    private static Stream<String> folders(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).map(each -> each.getFileName().toString()).sorted().toList().stream();
        } catch (IOException | java.nio.file.InvalidPathException e) {
            return Stream.empty();
        }
    }
}
