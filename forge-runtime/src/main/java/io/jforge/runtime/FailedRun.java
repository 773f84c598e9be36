package io.jforge.runtime;

import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.DiskFull;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run that cannot go on: keeps what it finished, once its temporary files are gone and may have made room.
///
/// @param trials all that ended, also those that could not be written
record FailedRun(RunStore store, RunHeader header, List<Trial> trials, List<String> warnings, double wallSeconds) {
    /// What to throw for what stopped it; a failure to write the ending never hides it.
    RuntimeException because(RuntimeException failed, Path... written) {
        var second = keep();
        if (second.isPresent() && second.get() != failed) failed.addSuppressed(second.get());
        return DiskFull.in(failed, written)
                .or(() -> second.flatMap(also -> DiskFull.in(also, written)))
                .<RuntimeException>map(full -> full.whileIn(header.id(), kept()))
                .orElse(failed);
    }

    private Optional<RuntimeException> keep() {
        var ending = new RunEnding("failed", wallSeconds, Optional.empty(), warnings, Map.of());
        try {
            store.addMissing(header.id(), trials);
            store.end(header.id(), ending);
            return Optional.empty();
        } catch (StoreException | DiskFull unwritten) {
            return Optional.of(unwritten);
        }
    }

    /// As the store has it; where it cannot even be read, what was handed to it.
    private int kept() {
        try {
            return store.find(header.id()).trials().size();
        } catch (RuntimeException unreadable) {
            return trials.size();
        }
    }
}
