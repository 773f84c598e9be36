package io.jforge.runtime;

import java.util.List;

/// What became of an archive that was taken in.
///
/// @param run as this store has it
/// @param isNew whether it was not in the store before
/// @param notes what else is to be known, a sentence each
public record Imported(Run run, boolean isNew, List<String> notes) {
    public Imported {
        notes = List.copyOf(notes);
    }

    /// In one line, and one for each note.
    public String summary() {
        var header = run.record().header();
        var what = isNew
                ? "imported run %s: %s on %s, %d trials, %s"
                        .formatted(
                                run.id(),
                                header.task(),
                                header.environment().getOrDefault("processor", header.device()),
                                run.trials().size(),
                                run.record().state())
                : "run %s is in the store already, with the same trials: nothing to do".formatted(run.id());
        return String.join(
                "\n",
                java.util.stream.Stream.concat(java.util.stream.Stream.of(what), notes.stream())
                        .toList());
    }

    @Override
    public String toString() {
        return summary();
    }
}
