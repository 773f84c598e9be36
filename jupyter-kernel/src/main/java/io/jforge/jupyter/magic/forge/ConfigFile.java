package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// `config.properties`: a person's own defaults, a `key=value` a line, in UTF-8; comments stay as they are.
final class ConfigFile {
    private final Path path;

    ConfigFile(Path home) {
        path = home.resolve("config.properties");
    }

    /// @param number counts from 1
    record Entry(int number, String key, String value) {}

    Path path() {
        return path;
    }

    /// All entries in their order.
    ///
    /// @throws SpecException naming the line that does not read
    List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        var lines = lines();
        for (int i = 0; i < lines.size(); i++) if (isEntry(lines.get(i))) entries.add(entry(i + 1, lines.get(i)));
        return entries;
    }

    /// What is wrong with a line, and what to do.
    SpecException wrong(int number, String why) {
        return new SpecException("%s, line %d: %s (mend that line or delete it)".formatted(path, number, why));
    }

    /// Writes these, each in its old place or else before the next in the alphabet; an empty value takes one away.
    ///
    /// @throws SpecException if the file cannot be written
    void put(Map<String, String> changes) {
        var lines = new ArrayList<>(lines());
        changes.forEach((key, value) -> put(lines, key, value));
        try {
            Files.createDirectories(path.getParent());
            var target = Files.exists(path) ? path.toRealPath() : path; // it may be a link
            var fresh = Files.createTempFile(target.getParent(), "config", ".properties");
            Files.write(fresh, lines);
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new SpecException(
                    "cannot write %s (%s): set JFORGE_HOME to a folder that you can write".formatted(path, failed));
        }
    }

    private static void put(List<String> lines, String key, String value) {
        int first = -1;
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (!isEntry(lines.get(i)) || !key(lines.get(i)).equals(key)) continue;
            lines.remove(i);
            first = i;
        }
        if (value.isEmpty()) return;
        lines.add(first >= 0 ? first : place(lines, key), written(key, value));
    }

    private static int place(List<String> lines, String key) {
        for (int i = 0; i < lines.size(); i++)
            if (isEntry(lines.get(i)) && key(lines.get(i)).compareTo(key) > 0) return i;
        return lines.size();
    }

    private List<String> lines() {
        if (!Files.exists(path)) return List.of();
        try {
            return Files.readAllLines(path);
        } catch (CharacterCodingException _) {
            throw new SpecException(path + " is not text in UTF-8: mend it, or delete it");
        } catch (IOException failed) {
            throw new SpecException("cannot read %s (%s)".formatted(path, failed));
        }
    }

    private static boolean isEntry(String line) {
        var text = line.strip();
        return !text.isEmpty() && text.charAt(0) != '#' && text.charAt(0) != '!';
    }

    private static String key(String line) {
        return line.strip().split("[\\s=:]", 2)[0];
    }

    private Entry entry(int number, String line) {
        if (!line.contains("=")) throw wrong(number, "'%s' is not key=value".formatted(line.strip()));
        var one = new Properties();
        try {
            one.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException malformed) {
            throw wrong(number, "'%s' does not read: a \\ begins an escape".formatted(line.strip()));
        }
        var key = one.stringPropertyNames().iterator().next();
        return new Entry(number, key, one.getProperty(key).strip());
    }

    /// With the escapes that the format wants.
    private static String written(String key, String value) {
        var one = new Properties();
        one.setProperty(key, value);
        var text = new StringWriter();
        try {
            one.store(text, null);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return text.toString().lines().filter(ConfigFile::isEntry).findFirst().orElseThrow();
    }
}
