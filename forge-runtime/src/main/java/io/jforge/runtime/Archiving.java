package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.Archive;
import io.jforge.runtime.store.HomePaths;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes archives of runs, and takes in those of others.
final class Archiving {
    private final Forge forge;
    private final HomePaths home;

    /// @param home the person's home folder, whose name no archive tells
    Archiving(Forge forge, String home) {
        this.forge = forge;
        this.home = new HomePaths(home);
    }

    /// A run as it can leave this machine.
    ///
    /// @throws SpecException if it still goes on, or lacks trials
    Archive of(RunRecord run) {
        if (run.ending().isEmpty())
            throw new SpecException("run %s is still going on: `stop %s` ends it, then export it"
                    .formatted(run.header().id(), run.header().id()));
        var known = entry(run.header());
        var facts = own(run.header());
        known.ifPresent(entry -> facts.putIfAbsent(Heading.OP_FILES, entry.digest()));
        var moved = new RunRecord(run.header().in(facts), run.trials(), run.ending(), run.exchanges());
        return new Archive(Forge.version(), home.hidden(moved), files(run.header(), known));
    }

    /// What an archive lacks that another machine would need.
    static List<String> notes(Archive archive) {
        var header = archive.run().header();
        if (Catalogue.isOwn(header.op()) || !archive.op().isEmpty()) return List.of();
        return List.of(
                "the op %s, as the run was made of it, is not defined in this session, so the archive does not carry it: `ops --define FOLDER`, then export again"
                        .formatted(header.op()));
    }

    private Optional<Catalogue.Entry> entry(RunHeader header) {
        return Optional.of(header.op())
                .filter(forge.catalogue().names()::contains)
                .map(forge.catalogue()::find);
    }

    /// Of an op of a person's own, as it is defined here; none where that is another one by now.
    private static Map<String, String> files(RunHeader header, Optional<Catalogue.Entry> known) {
        if (Catalogue.isOwn(header.op())) return Map.of();
        return known.filter(entry -> isOf(header, entry))
                .map(Catalogue.Entry::files)
                .orElse(Map.of());
    }

    /// Whether a run was made of these very files; runs of older versions do not tell.
    static boolean isOf(RunHeader header, Catalogue.Entry entry) {
        return header.environment()
                .getOrDefault(Heading.OP_FILES, entry.digest())
                .equals(entry.digest());
    }

    /// Without what an import has added.
    private static Map<String, String> own(RunHeader header) {
        var facts = new LinkedHashMap<>(header.environment());
        facts.keySet().removeAll(List.of(RunHeader.IMPORTED, RunHeader.IMPORTED_ID));
        return facts;
    }

    /// Takes in the run of an archive, once nothing is wrong with it.
    ///
    /// @throws SpecException if something is; then nothing is written
    Imported take(Path file) {
        var archive = Archive.read(file);
        var run = archive.run();
        Admission.require(file, archive, forge.catalogue());
        var notes = new ArrayList<String>();
        if (!forge.catalogue().names().contains(run.header().op()))
            notes.add(
                    "its op %s is not defined here: `replay %s` defines it and tries the run again, `ops --define FOLDER` defines it alone"
                            .formatted(run.header().op(), file));
        var there = there(run);
        if (there.isPresent()) return new Imported(new Run(there.get()), false, notes);
        var header = marked(file, run.header());
        if (forge.store().has(header.id())) {
            header = header.under(forge.newId(header.op()));
            notes.addFirst("it was run %s where it was made, which is another run here"
                    .formatted(run.header().id()));
        }
        forge.store().restore(new RunRecord(header, run.trials(), run.ending(), run.exchanges()));
        return new Imported(forge.run(header.id()), true, notes);
    }

    private static RunHeader marked(Path file, RunHeader header) {
        var facts = own(header);
        facts.put(
                RunHeader.IMPORTED,
                "from %s on %s".formatted(file.getFileName(), Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        facts.put(RunHeader.IMPORTED_ID, header.id());
        return header.in(facts);
    }

    /// The run as the store has it already, under its own id or, as an import, under another.
    private Optional<RunRecord> there(RunRecord run) {
        var id = run.header().id();
        var ids = new ArrayList<>(forge.store().importsOf(id));
        if (forge.store().has(id)) ids.addFirst(id);
        return ids.stream()
                .map(forge.store()::find)
                .filter(kept -> comparable(kept, id).equals(comparable(run, id)))
                .findFirst();
    }

    /// Without what differs between the same run here and there.
    private RunRecord comparable(RunRecord run, String id) {
        var facts = own(run.header());
        facts.remove(Heading.OP_FILES);
        var header = run.header().in(facts);
        return home.hidden(new RunRecord(
                header.id().equals(id) ? header : header.under(id), run.trials(), run.ending(), run.exchanges()));
    }
}
