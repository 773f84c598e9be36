package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The first file of an archive, HEADER: which run it is, who wrote it, and every other file with its checksum.
///
/// ```
/// jforge-archive 1
/// jforge 0.1.0
/// schema 5
/// run softmax-3f9a
/// name mine
/// op softmax
/// task softmax 4096x1024 f32
/// device cpu
/// date 2026-05-04T10:20:30Z
/// entry run.json 5120 9f86d081...
/// ```
///
/// @param jforge the version that wrote it
/// @param schema the store's schema whose JSON the others hold
/// @param date when the run began
record ArchiveHead(
        String jforge,
        int schema,
        String run,
        String name,
        String op,
        String task,
        String device,
        Instant date,
        List<Listed> entries) {
    static final String FILE = "HEADER";
    private static final int FORMAT = 1;
    private static final Pattern FIRST = Pattern.compile("jforge-archive (\\d{1,9})");
    private static final Pattern ENTRY = Pattern.compile("entry (\\S+) (\\d{1,9}) ([0-9a-f]{64})");

    ArchiveHead {
        entries = List.copyOf(entries);
    }

    /// One of the other files.
    record Listed(String name, int size, String sha256) {}

    String text() {
        var text = new StringBuilder("jforge-archive " + FORMAT + "\n");
        line(text, "jforge", jforge);
        line(text, "schema", String.valueOf(schema));
        line(text, "run", run);
        line(text, "name", name);
        line(text, "op", op);
        line(text, "task", task);
        line(text, "device", device);
        line(text, "date", date.toString());
        for (var each : entries) line(text, "entry", each.name() + " " + each.size() + " " + each.sha256());
        return text.toString();
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append(' ').append(value.replaceAll("\\R", " ")).append('\n');
    }

    /// @throws SpecException if it is none, or a newer JForge's
    static ArchiveHead parse(String text) {
        var lines = new Lines(text);
        var first = FIRST.matcher(lines.next());
        if (!first.matches()) throw lines.wrong();
        requireKnown("archive", Integer.parseInt(first.group(1)), FORMAT);
        var jforge = lines.value("jforge");
        int schema = lines.number("schema");
        requireKnown("schema", schema, StoreFile.VERSION);
        return new ArchiveHead(
                jforge,
                schema,
                lines.value("run"),
                lines.value("name"),
                lines.value("op"),
                lines.value("task"),
                lines.value("device"),
                lines.date(),
                lines.entries());
    }

    private static void requireKnown(String what, int version, int known) {
        if (version > known)
            throw new SpecException(
                    "made by a newer JForge (%s %d); this one reads %d: update JForge".formatted(what, version, known));
    }

    /// Reads one line after the other.
    private static final class Lines {
        private final List<String> lines;
        private int read;

        Lines(String text) {
            lines = List.of(text.split("\n", -1));
        }

        String next() {
            if (read == lines.size()) throw wrong();
            return lines.get(read++);
        }

        String value(String key) {
            var line = next();
            if (!line.startsWith(key + " ") || line.length() == key.length() + 1) throw wrong();
            return line.substring(key.length() + 1);
        }

        int number(String key) {
            var value = value(key);
            if (!value.matches("\\d{1,9}")) throw wrong();
            return Integer.parseInt(value);
        }

        Instant date() {
            try {
                return Instant.parse(value("date"));
            } catch (DateTimeException _) {
                throw wrong();
            }
        }

        /// To the end, which has a line feed.
        List<Listed> entries() {
            var entries = new ArrayList<Listed>();
            while (read < lines.size() - 1) {
                var entry = ENTRY.matcher(next());
                if (!entry.matches()) throw wrong();
                entries.add(new Listed(entry.group(1), Integer.parseInt(entry.group(2)), entry.group(3)));
            }
            if (!next().isEmpty()) throw wrong();
            return entries;
        }

        SpecException wrong() {
            return new SpecException("it is damaged: line %d of its HEADER does not read".formatted(Math.max(1, read)));
        }
    }
}
