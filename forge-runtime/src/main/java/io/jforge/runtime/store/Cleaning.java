package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/// Deletes runs with all that is theirs alone; runs that are being made stay.
public final class Cleaning {
    /// As the texts and numbers of its rows; pages and indexes take some more.
    private static final String BYTES = "select coalesce(sum(size), 0) from ("
            + "select length(header) + coalesce(length(ending), 0) as size from runs where id = ?1"
            + " union all select length(detail) + length(resources) + length(assignment) + length(change)"
            + " + length(recipe) from trials where run = ?1"
            + " union all select length(detail) from exchanges where run = ?1"
            + " union all select length(text) from sources where hash in (select source from trials where run = ?1)"
            + " and not exists (select 1 from trials where source = hash and run <> ?1))";

    private final Database database;
    private final Predicate<String> isRunning;

    Cleaning(Database database, Predicate<String> isRunning) {
        this.database = database;
        this.isRunning = isRunning;
    }

    /// A run that can go.
    ///
    /// @param bytes what its texts take
    public record Old(String id, String name, Instant started, int trials, long bytes) {}

    /// What went.
    ///
    /// @param bytes by which the store became smaller
    public record Removed(int runs, int trials, long bytes) {}

    /// The runs that began before that and are not being made, the oldest first.
    public List<Old> before(Instant time) {
        return database
                .read(
                        "select * from runs where julianday(started) < julianday(?) order by julianday(started), rowid",
                        row -> old(row.getString("id"), row.getString("name"), row.getString("started")),
                        time.toString())
                .stream()
                .filter(run -> !isRunning.test(run.id()))
                .toList();
    }

    private Old old(String id, String name, String started) {
        int trials = one("select count(*) from trials where run = ?1", id).intValue();
        return new Old(id, name, Instant.parse(started), trials, one(BYTES, id));
    }

    private Long one(String sql, String id) {
        return database.read(sql, row -> row.getLong(1), id).getFirst();
    }

    /// Deletes all of these runs, by their ids, or none.
    ///
    /// @throws SpecException if one of them is being made
    public Removed delete(Collection<String> ids) {
        for (var id : ids)
            if (isRunning.test(id))
                throw new SpecException("run %s is still going on: stop it first, then delete it".formatted(id));
        int[] gone = new int[2];
        database.together(() -> {
            gone[0] = 0; // it may be done twice, where the store turns out to be damaged
            gone[1] = 0;
            for (var id : ids) {
                database.write("delete from exchanges where run = ?", id);
                gone[1] += database.write("delete from trials where run = ?", id);
                gone[0] += database.write("delete from runs where id = ?", id);
            }
            database.write("delete from sources where hash not in (select source from trials)");
            database.write(Exchanges.DELETE_UNUSED);
        });
        return new Removed(gone[0], gone[1], 0);
    }

    /// Deletes these runs and gives the system back what they took.
    ///
    /// @throws SpecException if one of them is being made
    public Removed sweep(Collection<String> ids) {
        long before = size();
        var removed = delete(ids);
        database.vacuum();
        return new Removed(removed.runs(), removed.trials(), Math.max(0, before - size()));
    }

    int sourcesWithoutTrials() {
        var sql = "select count(*) from sources where hash not in (select source from trials)";
        return database.read(sql, row -> row.getInt(1)).getFirst();
    }

    private long size() {
        Path file = database.path();
        return file.toFile().length()
                + file.resolveSibling(file.getFileName() + "-wal").toFile().length();
    }
}
