package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The SQLite file: opened on first use, brought to the newest schema, shared by processes (WAL).
final class Database implements AutoCloseable {
    /// One number for each file under /store: 1.sql makes version 1 out of nothing.
    private static final int VERSION = 2;

    private final Path file;
    private Connection connection;

    Database(Path file) {
        this.file = file;
    }

    /// Reads one row.
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    synchronized void write(String sql, Object... values) {
        try (var statement = prepare(sql, values)) {
            statement.executeUpdate();
        } catch (SQLException failed) {
            throw unable("write to", failed);
        }
    }

    synchronized <T> List<T> read(String sql, Row<T> reader, Object... values) {
        try (var statement = prepare(sql, values);
                var rows = statement.executeQuery()) {
            var all = new ArrayList<T>();
            while (rows.next()) all.add(reader.read(rows));
            return all;
        } catch (SQLException failed) {
            throw unable("read", failed);
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        var statement = connection().prepareStatement(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement;
    }

    private Connection connection() throws SQLException {
        if (connection == null) connection = open();
        return connection;
    }

    private Connection open() throws SQLException {
        makeFolder(file.getParent());
        // as a URI, since the driver takes a '?' in a plain path for the start of its options
        var opened = DriverManager.getConnection("jdbc:sqlite:" + file.toUri());
        try (var statement = opened.createStatement()) {
            statement.execute("pragma busy_timeout = 10000");
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = normal");
            statement.execute("pragma foreign_keys = on");
            migrate(opened);
            return opened;
        } catch (SQLException | RuntimeException failed) {
            opened.close();
            throw failed;
        }
    }

    private void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException taken) {
            throw unable("create", taken.getMessage() + " is not a folder", taken);
        } catch (IOException failed) {
            throw unable("create", failed.toString(), failed);
        }
    }

    private void migrate(Connection opened) throws SQLException {
        try (var statement = opened.createStatement()) {
            statement.execute("begin immediate");
            int version = statement.executeQuery("pragma user_version").getInt(1);
            if (version > VERSION) {
                statement.execute("rollback");
                throw new StoreException("the store " + file + " was written by a newer JForge (schema " + version
                        + ", this one knows " + VERSION + "): use that one, or set JFORGE_HOME to another folder");
            }
            for (int next = version + 1; next <= VERSION; next++)
                for (var part : script(next).split(";")) if (!part.isBlank()) statement.execute(part);
            statement.execute("pragma user_version = " + VERSION);
            statement.execute("commit");
        }
    }

    private static String script(int version) {
        try (var in = Database.class.getResourceAsStream("/store/" + version + ".sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new SpecException("this build lacks its store's schema " + version);
        }
    }

    private StoreException unable(String what, SQLException failed) {
        return unable(what, failed.getMessage(), failed);
    }

    private StoreException unable(String what, String why, Exception failed) {
        return new StoreException(
                "cannot %s the store %s (%s): set JFORGE_HOME to a folder that you can write"
                        .formatted(what, file, why),
                failed);
    }

    @Override
    public synchronized void close() {
        try {
            if (connection != null) connection.close();
        } catch (SQLException failed) {
            throw unable("close", failed);
        }
        connection = null;
    }
}
