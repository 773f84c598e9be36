package io.jforge.jupyter.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Every top-level type that a cell could import, by its simple name.
///
/// Made when first asked for, since the JDK alone has some 7,000.
final class TypeIndex {
    private static final int PATIENCE_MILLIS = 150;
    private static final String CLASS_FILE = ".class";

    /// Where a Java person looks first; the rest by name.
    private static final List<String> FIRST =
            List.of("java.lang", "java.util", "java.io", "java.nio", "java.time", "java.");

    private final Predicate<String> isPublic;
    private final NavigableMap<String, Set<String>> bySimpleName = new ConcurrentSkipListMap<>();
    private final List<Path> toRead;
    private CompletableFuture<Void> reading;

    /// @param isPublic whether code of a cell may name the type of that full name
    TypeIndex(List<Path> classPath, Predicate<String> isPublic) {
        this.toRead = new ArrayList<>(classPath);
        this.isPublic = isPublic;
    }

    synchronized void add(Path jar) {
        toRead.add(jar);
    }

    /// Whether there is a type of that full name.
    boolean exists(String fullName) {
        return isPublic.test(fullName);
    }

    /// Full names of types with that simple name, the likeliest first.
    List<String> named(String simpleName) {
        return chosen(read().getOrDefault(simpleName, Set.of()).stream(), Integer.MAX_VALUE);
    }

    /// Full names of types whose simple names start so, the likeliest first.
    List<String> startingWith(String prefix, int atMost) {
        return chosen(
                read().subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
                        .flatMap(Set::stream),
                atMost);
    }

    /// The full names that a cell may use, the likeliest first.
    List<String> inOrder(List<String> fullNames) {
        return chosen(fullNames.stream(), Integer.MAX_VALUE);
    }

    private List<String> chosen(Stream<String> names, int atMost) {
        return names.sorted(Comparator.comparingInt(TypeIndex::rank)
                        .thenComparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder()))
                .filter(isPublic)
                .limit(atMost)
                .toList();
    }

    private static int rank(String name) {
        int rank = 0;
        while (rank < FIRST.size() && !name.startsWith(FIRST.get(rank))) {
            rank++;
        }
        return rank;
    }

    /// What is known by now; the first to ask does not wait for all of it.
    private NavigableMap<String, Set<String>> read() {
        reading()
                .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        return bySimpleName;
    }

    /// A future of its own for each who waits.
    private synchronized CompletableFuture<Void> reading() {
        if (reading == null) {
            reading = CompletableFuture.runAsync(
                    () -> ModuleFinder.ofSystem().findAll().forEach(this::readModule), TypeIndex::inBackground);
        }
        List<Path> entries = List.copyOf(toRead);
        toRead.clear();
        if (!entries.isEmpty()) {
            reading = reading.thenRun(() -> entries.forEach(this::readClassPathEntry));
        }
        return reading.copy();
    }

    private static void inBackground(Runnable work) {
        Thread.ofPlatform().daemon().name("type-index").start(work);
    }

    private void readModule(ModuleReference module) {
        Set<String> exported = module.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(Exports::source)
                .collect(Collectors.toCollection(TreeSet::new));
        try (ModuleReader reader = module.open();
                Stream<String> files = reader.list()) {
            files.filter(file -> exported.contains(packageOf(file))).forEach(this::note);
        } catch (IOException e) {
            // what cannot be read is not offered
        }
    }

    private static String packageOf(String file) {
        int slash = file.lastIndexOf('/');
        return slash < 0 ? "" : file.substring(0, slash).replace('/', '.');
    }

    private void readClassPathEntry(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                try (Stream<Path> files = Files.walk(entry)) {
                    files.map(file -> entry.relativize(file).toString().replace('\\', '/'))
                            .forEach(this::note);
                }
            } else if (Files.isRegularFile(entry)) {
                try (ZipFile jar = new ZipFile(entry.toFile())) {
                    jar.stream().map(ZipEntry::getName).forEach(this::note);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // what cannot be read is not offered
        }
    }

    private void note(String file) {
        String simple = file.substring(file.lastIndexOf('/') + 1);
        if (file.indexOf('/') > 0
                && simple.endsWith(CLASS_FILE)
                && simple.indexOf('$') < 0
                && simple.indexOf('-') < 0
                && !file.startsWith("META-INF")) {
            String name = simple.substring(0, simple.length() - CLASS_FILE.length());
            bySimpleName
                    .computeIfAbsent(name, _ -> new ConcurrentSkipListSet<>())
                    .add(packageOf(file) + "." + name);
        }
    }
}
