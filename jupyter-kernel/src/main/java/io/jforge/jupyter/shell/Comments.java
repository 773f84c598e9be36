package io.jforge.jupyter.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.TypeDeclSnippet;

/// Finds the documentation comments that JShell does not look for: those of cells, and those in source jars
/// that lie beside jars of the class path.
final class Comments {
    private static final Pattern METHOD = Pattern.compile(
            "(?:.* )?(?:(?<owner>[\\w.$]+)(?:<[^()]*>)?\\.)?(?:<[^()]*>)?(?<name>\\w+)(?:<[^()]*>)?\\((?<parameters>.*)\\)");

    private static final Pattern FIELD = Pattern.compile("(?:.* )?(?<owner>[\\w.$]+)(?:<[^()]*>)?\\.(?<name>\\w+)");

    private final JShell jshell;
    private final List<Path> classPath;

    /// @param classPath what cells see; it grows
    Comments(JShell jshell, List<Path> classPath) {
        this.jshell = jshell;
        this.classPath = classPath;
    }

    /// The raw comment of a type, or an empty text.
    String of(Class<?> type) {
        String file = type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
        return of(type.getSimpleName(), Stream.concat(ofCells(type.getSimpleName()), ofJars(file)));
    }

    /// The raw comment of what a signature of JShell's declares, or an empty text.
    String of(String signature) {
        String key = key(signature);
        String type = key.replaceFirst("[.(].*", "");
        return of(key, Stream.concat(ofCells(type), ofJars(type + ".java")));
    }

    private static String of(String key, Stream<String> sources) {
        return sources.map(source -> SourceText.of(source).comments())
                .flatMap(comments -> found(comments, key).stream())
                .findFirst()
                .orElse("");
    }

    private static Optional<String> found(Map<String, String> comments, String key) {
        return Optional.ofNullable(comments.get(key)).or(() -> Optional.ofNullable(comments.get("Cell." + key)));
    }

    /// The name that [SourceText#comments] would have for it.
    static String key(String signature) {
        Matcher method = METHOD.matcher(signature);
        if (!method.matches()) {
            Matcher field = FIELD.matcher(signature);
            return field.matches() ? SourceText.erased(field.group("owner")) + "." + field.group("name") : signature;
        }
        String owner = method.group("owner") == null ? "" : SourceText.erased(method.group("owner")) + ".";
        String parameters = Stream.of(method.group("parameters").split(",(?![^<>]*>) *"))
                .filter(each -> !each.isEmpty())
                .map(each -> SourceText.erased(each.replaceFirst(" \\w+$", "")))
                .collect(Collectors.joining(", ", "(", ")"));
        return owner + method.group("name") + parameters;
    }

    /// Methods of cells have no owner; they are read as members of a class `Cell`.
    private Stream<String> ofCells(String name) {
        return jshell.snippets()
                .filter(each -> isNamed(each, name))
                .filter(each -> jshell.status(each).isActive())
                .map(each ->
                        each instanceof MethodSnippet ? "class Cell { %s }".formatted(each.source()) : each.source());
    }

    private static boolean isNamed(Snippet snippet, String name) {
        return (snippet instanceof MethodSnippet method && method.name().equals(name))
                || (snippet instanceof TypeDeclSnippet type && type.name().equals(name));
    }

    private Stream<String> ofJars(String file) {
        return classPath.stream()
                .map(jar -> jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", "-sources.jar")))
                .filter(jar -> jar.toString().endsWith("-sources.jar") && Files.isRegularFile(jar))
                .flatMap(jar -> sources(jar, "/" + file).stream());
    }

    /// Those of that name, which several packages may have.
    private static List<String> sources(Path jar, String file) {
        List<String> sources = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!("/" + entry.getName()).endsWith(file)) continue;
                sources.add(new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // no sources, no comments
        }
        return sources;
    }
}
