package io.jforge.jupyter.history;

import io.jforge.jupyter.history.History.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;

/// The SQLite file behind a history, with a session of its own; for one thread.
final class HistoryTable implements AutoCloseable {
    private static final List<String> SCHEMA = List.of(
            "pragma busy_timeout = 5000",
            "pragma journal_mode = wal",
            "pragma synchronous = normal",
            "create table if not exists session (number integer primary key autoincrement,"
                    + " began text not null default current_timestamp)",
            "create table if not exists cell (session integer not null, line integer not null, code text not null,"
                    + " output text, primary key (session, line)) without rowid",
            "create index if not exists cell_code on cell (code)");

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /// Of a code of SQLite's, what it says in general.
    private static final int PRIMARY = 0xFF;

    private static final String NOTHING_EQUAL_LATER = " and not exists (select 1 from cell later"
            + " where later.code = c.code and (later.session, later.line) > (c.session, c.line))";

    private final Connection connection;
    private final int session;

    private HistoryTable(Connection connection) throws SQLException {
        this.connection = connection;
        for (var sql : SCHEMA) execute(sql);
        execute("insert into session default values");
        session = number("select last_insert_rowid()");
    }

    static HistoryTable in(Path file) throws SQLException {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException unwritable) {
            throw new SQLException("its folder cannot be made", unwritable);
        }
        return connect(JDBC.PREFIX + file);
    }

    static HistoryTable inMemory() throws SQLException {
        return connect(JDBC.PREFIX + ":memory:");
    }

    /// Two processes that make the file at once: SQLite has one of them wait for locks, but not for the change of the
    /// journal's kind.
    private static HistoryTable connect(String url) throws SQLException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (true) {
            try {
                return connectOnce(url);
            } catch (SQLException failed) {
                if (!isBusy(failed)
                        || System.nanoTime() > end
                        || Thread.currentThread().isInterrupted()) throw failed;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static boolean isBusy(SQLException failed) {
        return (failed.getErrorCode() & PRIMARY) == SQLiteErrorCode.SQLITE_BUSY.code;
    }

    private static HistoryTable connectOnce(String url) throws SQLException {
        var connection = DriverManager.getConnection(url);
        try {
            return new HistoryTable(connection);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    int session() {
        return session;
    }

    void add(int line, String code) throws SQLException {
        change("insert or replace into cell (session, line, code) values (?, ?, ?)", session, line, code);
    }

    void addOutput(int line, String text) throws SQLException {
        change("update cell set output = ? where session = ? and line = ?", text, session, line);
    }

    List<Entry> tail(int n, boolean unique) throws SQLException {
        return search("*", n, unique);
    }

    List<Entry> search(String glob, int n, boolean unique) throws SQLException {
        var sql = "select session, line, code, output from cell c where code glob ?"
                + (unique ? NOTHING_EQUAL_LATER : "")
                + " order by session desc, line desc limit ?";
        return entries(sql, glob, n).reversed();
    }

    List<Entry> range(int asked, int start, int stop) throws SQLException {
        int number = asked > 0 ? asked : session + asked;
        var sql = "select session, line, code, output from cell where session = ? and line >= ? and line < ?"
                + " order by line";
        return entries(sql, number, start, stop);
    }

    private List<Entry> entries(String sql, Object... values) throws SQLException {
        try (var statement = prepare(sql, values);
                var rows = statement.executeQuery()) {
            var all = new ArrayList<Entry>();
            while (rows.next()) {
                var output = Optional.ofNullable(rows.getString(4));
                all.add(new Entry(rows.getInt(1), rows.getInt(2), rows.getString(3), output));
            }
            return all;
        }
    }

    private void change(String sql, Object... values) throws SQLException {
        try (var statement = prepare(sql, values)) {
            statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement;
    }

    private int number(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
