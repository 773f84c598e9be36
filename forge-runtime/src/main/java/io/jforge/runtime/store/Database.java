package io.jforge.runtime.store;

import io.jforge.runtime.trial.DiskFull;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;

/// The SQLite file: opened on first use, shared by processes; where it turns out to be damaged it is mended, and what
/// was asked is done on what could be saved.
final class Database implements AutoCloseable {
    private static final long NO_ROOM = 64 << 10;

    private final StoreFile file;
    private StoreFile.Opened opened;
    private int depth;

    Database(StoreFile file) {
        this.file = file;
    }

    /// Reads one row.
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /// What an outer statement's reader met in a statement of its own.
    @SuppressWarnings("serial")
    private static final class Within extends RuntimeException {
        private final SQLException failure;

        Within(SQLException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    /// How many rows it changed.
    int write(String sql, Object... values) {
        return using("write to", connection -> {
            try (var statement = prepare(connection, sql, values)) {
                return statement.executeUpdate();
            }
        });
    }

    <T> List<T> read(String sql, Row<T> reader, Object... values) {
        return using("read", connection -> {
            try (var statement = prepare(connection, sql, values);
                    var rows = statement.executeQuery()) {
                var all = new ArrayList<T>();
                while (rows.next()) all.add(reader.read(rows));
                return all;
            }
        });
    }

    /// Does all of the work or, if some of it fails, nothing.
    void together(Runnable work) {
        using("write to", connection -> {
            execute(connection, "begin immediate");
            try {
                work.run();
                execute(connection, "commit");
                return null;
            } catch (SQLException | RuntimeException failed) {
                takeBack(connection, failed);
                throw failed;
            }
        });
    }

    /// SQLite itself has, where the disk was full.
    private static void takeBack(Connection connection, Exception failed) {
        try {
            execute(connection, "rollback");
        } catch (SQLException already) {
            failed.addSuppressed(already);
        }
    }

    /// Gives back to the system what deleted rows took.
    void vacuum() {
        using("write to", connection -> {
            execute(connection, "vacuum");
            execute(connection, "pragma wal_checkpoint(truncate)");
            return null;
        });
    }

    /// Where it turned out to be damaged: what was done, once.
    synchronized Optional<String> notice() {
        return file.notice();
    }

    Path path() {
        return file.path();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement;
    }

    private synchronized <T> T using(String what, Work<T> work) {
        try {
            return nested(work);
        } catch (Within damaged) {
            if (depth > 0) throw damaged;
            if (!Damaged.is(damaged.failure)) throw unable(what, damaged.failure);
            mend(damaged.failure);
        }
        try {
            return nested(work);
        } catch (Within again) {
            throw unable(what, again.failure);
        }
    }

    private <T> T nested(Work<T> work) {
        try {
            var connection = connection();
            depth++;
            try {
                return work.on(connection);
            } finally {
                depth--;
            }
        } catch (SQLException failed) {
            throw new Within(failed);
        }
    }

    /// Another process may have moved the file aside: then the store that it began is gone on with.
    private Connection connection() throws SQLException {
        if (depth == 0 && opened != null && !file.isStill(opened.identity())) close();
        if (opened == null) opened = file.open();
        return opened.connection();
    }

    private void mend(SQLException damage) {
        if (opened == null) throw unable("open", damage);
        var before = opened.identity();
        try {
            close();
        } catch (StoreException _) {
            opened = null; // what cannot be closed is given up with its file
        }
        try {
            opened = file.mended(before, damage);
        } catch (SQLException failed) {
            throw unable("mend", failed);
        }
    }

    private RuntimeException unable(String what, SQLException failed) {
        boolean full = Damaged.has(failed, SQLiteErrorCode.SQLITE_FULL)
                || Damaged.has(failed, SQLiteErrorCode.SQLITE_IOERR, SQLiteErrorCode.SQLITE_CANTOPEN)
                        && DiskFull.room(file.path()) < NO_ROOM;
        return full ? new DiskFull(file.path(), failed) : file.unable(what, failed.getMessage(), failed);
    }

    @Override
    public synchronized void close() {
        try {
            if (opened != null) opened.connection().close();
        } catch (SQLException failed) {
            throw file.unable("close", failed.getMessage(), failed);
        }
        opened = null;
    }
}
