package io.jforge.runtime.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Remembers the most that a machine was measured to do within a day: a measurement that another program disturbed
/// must not lower the roof, and a machine in the cloud is another one tomorrow.
public final class RooflineCache {
    private static final Duration FRESH = Duration.ofDays(1);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;

    public RooflineCache(Path file) {
        this.file = file;
    }

    private record Entry(String machine, Instant measured, Roofline roofline) {
        Entry {
            if (machine == null || measured == null || roofline == null)
                throw new IllegalArgumentException("a remembered roofline needs its machine, time and figures");
        }
    }

    /// The higher of what was measured now and what is remembered of `machine`, a text that differs when processor
    /// or compiler do.
    public Roofline best(String machine, Instant now, Roofline measured) {
        var known = read().filter(entry -> entry.machine().equals(machine))
                .filter(entry -> entry.measured().plus(FRESH).isAfter(now));
        var best = known.map(entry -> entry.roofline().or(measured)).orElse(measured);
        write(new Entry(machine, known.map(Entry::measured).orElse(now), best));
        return best;
    }

    private Optional<Entry> read() {
        try {
            return Files.isReadable(file)
                    ? Optional.ofNullable(JSON.readValue(Files.readString(file), Entry.class))
                    : Optional.empty();
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    /// A cache that cannot be written is no reason to stop: the next run measures again.
    private void write(Entry entry) {
        try {
            Files.createDirectories(file.getParent());
            var fresh =
                    Files.writeString(file.resolveSibling(file.getFileName() + ".new"), JSON.writeValueAsString(entry));
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException _) {
            return; // what was remembered before, if anything, still holds
        }
    }
}
