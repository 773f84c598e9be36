package io.jforge.runtime.device;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files that a confined worker sees: the system's programs and libraries, its Java, our classes, and the folder
/// that is its own. All of it is read-only but one file, where outputs go.
///
/// What is not named is not there, so that nobody has to know where a person keeps keys.
record View(Path folder, Path writable) {
    private static final List<String> SYSTEM =
            List.of("usr", "lib", "lib32", "lib64", "libx32", "bin", "sbin", "opt", "nix/store", "gnu/store");
    private static final List<String> NODES = List.of("null", "zero", "full", "random", "urandom");
    private static final Path ROOT = Path.of("/");

    View {
        folder = folder.toAbsolutePath();
        writable = writable.toAbsolutePath();
    }

    /// One thing that is shown, in the order in which they are laid over each other.
    sealed interface Shown {
        record Folder(Path path) implements Shown {}

        record SingleFile(Path path) implements Shown {}

        record Writable(Path path) implements Shown {}

        record Node(Path path) implements Shown {}

        /// A symbolic link such as `/lib`, made again.
        record Link(Path path, Path target) implements Shown {}

        /// Nothing, where a folder would show what is in it.
        record Hidden(Path path) implements Shown {}
    }

    List<Shown> shown(String libraryPath) {
        var shown = new ArrayList<Shown>();
        var person = Path.of(System.getProperty("user.home")).toAbsolutePath().normalize();
        for (var name : SYSTEM) system(ROOT.resolve(name)).ifPresent(shown::add);
        var hidden = person.getNameCount() > 0 && isUnder(person, shown);
        if (hidden) shown.add(new Shown.Hidden(person));
        settings().forEach(shown::add);
        Stream.concat(own(), libraries(libraryPath))
                .filter(path -> !person.startsWith(path))
                .filter(path -> hidden && path.startsWith(person) || !isUnder(path, shown))
                .forEach(path -> shown.add(Files.isDirectory(path) ? new Shown.Folder(path) : file(path)));
        for (var name : NODES) shown.add(new Shown.Node(Path.of("/dev", name)));
        shown.add(new Shown.Folder(folder));
        shown.add(new Shown.Writable(writable));
        return shown;
    }

    private static Shown file(Path path) {
        return new Shown.SingleFile(path);
    }

    private static boolean isUnder(Path path, List<Shown> shown) {
        return shown.stream().anyMatch(each -> switch (each) {
            case Shown.Folder(Path above) -> path.startsWith(above);
            case Shown.Link(Path above, Path _) -> path.startsWith(above);
            case Shown.SingleFile _, Shown.Writable _, Shown.Node _, Shown.Hidden _ -> false;
        });
    }

    private static Optional<Shown> system(Path path) {
        try {
            if (Files.isSymbolicLink(path)) return Optional.of(new Shown.Link(path, Files.readSymbolicLink(path)));
            return Files.isDirectory(path) ? Optional.of(new Shown.Folder(path)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// What the loader and some Java installations read; the rest of `/etc` says who is on this machine.
    private static Stream<Shown> settings() {
        var shown = new ArrayList<Shown>();
        var etc = Path.of("/etc");
        var loader = etc.resolve("ld.so.cache");
        if (Files.isReadable(loader)) shown.add(file(loader));
        var alternatives = etc.resolve("alternatives");
        if (Files.isDirectory(alternatives)) shown.add(new Shown.Folder(alternatives));
        try (var java = Files.newDirectoryStream(etc, "java-*")) {
            for (var each : java)
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) shown.add(new Shown.Folder(each));
        } catch (IOException _) {
            return shown.stream();
        }
        return shown.stream();
    }

    /// The Java that runs the worker, and our own classes.
    private static Stream<Path> own() {
        return Stream.of(Path.of(System.getProperty("java.home")), classes());
    }

    /// Where the classes of a worker are: it needs none of the libraries beside them.
    static Path classes() {
        try {
            return Path.of(Worker.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Stream<Path> libraries(String libraryPath) {
        return Stream.of(libraryPath.split(File.pathSeparator))
                .filter(name -> name.startsWith("/"))
                .map(Path::of)
                .filter(Files::isDirectory)
                .map(Path::normalize);
    }

    /// A view of an empty folder, to try what can be had here.
    static View trial(Path folder) {
        try {
            return new View(folder, Files.createFile(folder.resolve("outputs")));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
    }
}
