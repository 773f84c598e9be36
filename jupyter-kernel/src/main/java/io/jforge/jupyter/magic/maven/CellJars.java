package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.shell.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The jars and folders whose classes cells can use, and which library each is; what is there stays.
public final class CellJars {
    private static final Pattern FILE = Pattern.compile("(?<artifact>.+?)-(?<version>\\d[\\w.+-]*)\\.jar");
    private static final Pattern POM_PROPERTIES = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    private final Shell shell;
    private final Map<Path, Library> known = new LinkedHashMap<>();

    public CellJars(Shell shell) {
        this.shell = shell;
    }

    /// @param name group and artifact, or the artifact alone where a jar does not tell
    public record Library(String name, String version) {
        boolean is(String otherName) {
            return name.equals(otherName) || (!name.contains(":") && otherName.endsWith(":" + name));
        }

        @Override
        public String toString() {
            return name + ":" + version;
        }
    }

    /// All of them, in the order of their search.
    public List<Path> files() {
        return shell.classPath();
    }

    /// Adds a jar or folder; false if it is there already.
    public boolean add(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        if (files().contains(whole)) return false;
        shell.addToClassPath(whole);
        return true;
    }

    synchronized boolean add(Path file, Library library) {
        known.put(file.toAbsolutePath().normalize(), library);
        return add(file);
    }

    /// What is there of a library, under whatever version.
    synchronized Optional<Library> loaded(String name) {
        return files().stream()
                .flatMap(file -> library(file).stream())
                .filter(library -> library.is(name))
                .findFirst();
    }

    /// Which library a jar is, as far as it tells.
    public synchronized Optional<Library> library(Path file) {
        if (!known.containsKey(file)) {
            Optional<Library> told = toldInside(file).or(() -> toldByName(file));
            told.ifPresent(library -> known.put(file, library));
            return told;
        }
        return Optional.of(known.get(file));
    }

    private static Optional<Library> toldInside(Path file) {
        if (!Files.isRegularFile(file)) return Optional.empty();
        try (var jar = new JarFile(file.toFile())) {
            var entries = jar.stream()
                    .filter(e -> POM_PROPERTIES.matcher(e.getName()).matches())
                    .toList();
            if (entries.size() != 1) return Optional.empty(); // none, or a jar made of several
            var properties = new Properties();
            try (InputStream in = jar.getInputStream(entries.getFirst())) {
                properties.load(in);
            }
            return Optional.of(new Library(
                    properties.getProperty("groupId") + ":" + properties.getProperty("artifactId"),
                    properties.getProperty("version")));
        } catch (IOException e) {
            return Optional.empty(); // no jar at all: its name may tell
        }
    }

    private static Optional<Library> toldByName(Path file) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        return name.matches()
                ? Optional.of(new Library(name.group("artifact"), name.group("version")))
                : Optional.empty();
    }
}
