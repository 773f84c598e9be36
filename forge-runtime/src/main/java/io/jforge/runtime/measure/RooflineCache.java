package io.jforge.runtime.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Keeps what a machine was measured to do, for a day: a machine in the cloud is another one tomorrow.
public final class RooflineCache {
    private static final Duration FRESH = Duration.ofDays(1);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;

    public RooflineCache(Path file) {
        this.file = file;
    }

    private record Entry(String machine, Instant measured, Roofline roofline) {}

    /// The roofline of `machine` (a text that differs when processor or compiler do), measured if it is not known or
    /// old.
    public Roofline get(String machine, Instant now, Supplier<Roofline> measure) {
        var known = read().filter(entry -> entry.machine().equals(machine))
                .filter(entry -> entry.measured().plus(FRESH).isAfter(now));
        if (known.isPresent()) return known.get().roofline();
        var roofline = measure.get();
        write(new Entry(machine, now, roofline));
        return roofline;
    }

    private Optional<Entry> read() {
        try {
            return Files.isReadable(file)
                    ? Optional.of(JSON.readValue(Files.readString(file), Entry.class))
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
            file.toFile().deleteOnExit();
        }
    }
}
