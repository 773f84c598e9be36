package io.jforge.jupyter.magic.common;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A Maven repository in a folder, of libraries with one class each that tells its version.
final class TinyRepository {
    private final Path folder;
    private final Map<String, TreeSet<String>> versions = new HashMap<>();

    TinyRepository(Path folder) {
        this.folder = folder;
    }

    String url() {
        return folder.toUri().toString();
    }

    /// Publishes `tiny.group:ARTIFACT:VERSION` with class `tiny.Artifact`, whose `version()` is that version.
    ///
    /// @param needs `artifact:version`, each of the same group
    Path publish(String artifact, String version, String... needs) throws IOException {
        String dependencies = List.of(needs).stream()
                .map(need -> need.split(":"))
                .map(need -> dependency(need[0], need[1]))
                .collect(Collectors.joining());
        write(artifact, version, "pom", pom(artifact, version, dependencies).getBytes(StandardCharsets.UTF_8));
        String type = artifact.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + artifact.substring(1);
        var jar = jar(
                "tiny/" + type,
                "package tiny; public class %s { public static String version() { return \"%s\"; } }"
                        .formatted(type, version));
        metadata(artifact, version);
        return write(artifact, version, "jar", jar);
    }

    /// Adds the sources of a library that is published already.
    void publishSources(String artifact, String version, String source) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes)) {
            String type = artifact.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + artifact.substring(1);
            jar.putNextEntry(new JarEntry("tiny/" + type + ".java"));
            jar.write(source.getBytes(StandardCharsets.UTF_8));
        }
        Path file = folder.resolve("tiny/group", artifact, version, artifact + "-" + version + "-sources.jar");
        writeFile(file, bytes.toByteArray());
    }

    static String dependency(String artifact, String version) {
        return "<dependency><groupId>tiny.group</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                .formatted(artifact, version);
    }

    private static String pom(String artifact, String version, String dependencies) {
        return "<project><modelVersion>4.0.0</modelVersion><groupId>tiny.group</groupId><artifactId>%s</artifactId><version>%s</version><dependencies>%s</dependencies></project>"
                .formatted(artifact, version, dependencies);
    }

    private void metadata(String artifact, String version) throws IOException {
        var all = versions.computeIfAbsent(artifact, _ -> new TreeSet<>());
        all.add(version);
        String list = all.stream().map(v -> "<version>" + v + "</version>").collect(Collectors.joining());
        String text =
                "<metadata><groupId>tiny.group</groupId><artifactId>%s</artifactId><versioning><versions>%s</versions></versioning></metadata>"
                        .formatted(artifact, list);
        writeFile(folder.resolve("tiny/group", artifact, "maven-metadata.xml"), text.getBytes(StandardCharsets.UTF_8));
    }

    Path write(String artifact, String version, String type, byte[] bytes) throws IOException {
        return writeFile(folder.resolve("tiny/group", artifact, version, artifact + "-" + version + "." + type), bytes);
    }

    private static Path writeFile(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        try {
            byte[] sum = MessageDigest.getInstance("SHA-1").digest(bytes);
            Files.writeString(Path.of(file + ".sha1"), HexFormat.of().formatHex(sum));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
        return file;
    }

    private static byte[] jar(String name, String source) throws IOException {
        var compiled = new ByteArrayOutputStream();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String className, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                    @Override
                    public java.io.OutputStream openOutputStream() {
                        return compiled;
                    }
                };
            }
        };
        var text = new SimpleJavaFileObject(URI.create("mem:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        if (!compiler.getTask(null, files, null, List.of("-proc:none"), null, List.of(text))
                .call()) {
            throw new AssertionError("does not compile: " + source);
        }
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes)) {
            jar.putNextEntry(new JarEntry(name + ".class"));
            jar.write(compiled.toByteArray());
        }
        return bytes.toByteArray();
    }
}
