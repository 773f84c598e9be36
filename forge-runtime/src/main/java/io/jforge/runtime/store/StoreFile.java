package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/// Opens the store's file: brought to the newest schema (WAL), and mended where it is damaged.
///
/// All openings of a file take turns, over threads and processes, so that a damaged one is moved aside once.
final class StoreFile {
    /// One number for each file under /store: 1.sql makes version 1 out of nothing.
    static final int VERSION = 5;

    private final Path path;
    private final List<String> settings;
    private Optional<String> notice = Optional.empty();

    /// @param settings statements for each connection, besides the usual ones
    StoreFile(Path path, List<String> settings) {
        this.path = path;
        this.settings = settings;
    }

    /// @param identity which file it is, whatever its name becomes
    record Opened(Connection connection, Object identity) {}

    Path path() {
        return path;
    }

    Optional<String> notice() {
        var told = notice;
        notice = Optional.empty();
        return told;
    }

    /// Whether the file of that identity still has the store's name.
    boolean isStill(Object identity) {
        return identity.equals(identity());
    }

    Opened open() throws SQLException {
        makeFolder(path.getParent());
        return turn().holding(() -> {
            try {
                return sound();
            } catch (SQLException failed) {
                if (!Damaged.is(failed)) throw failed;
                return saved(failed);
            }
        });
    }

    /// Opens what could be saved of the file that had this identity; another process may have done the saving.
    Opened mended(Object identity, SQLException damage) throws SQLException {
        return turn().holding(() -> isStill(identity) ? saved(damage) : sound());
    }

    private Turn turn() {
        return new Turn(path.resolveSibling(path.getFileName() + ".lock"), this::unable);
    }

    private Opened saved(SQLException damage) throws SQLException {
        var aside = Aside.move(path);
        try {
            var fresh = sound();
            var saved = Salvage.copy(aside.path(), fresh.connection());
            notice = Optional.of("the store %s was damaged (%s): it was moved to %s, and %s"
                    .formatted(path, Damaged.how(damage), aside.path().getFileName(), saved));
            return fresh;
        } catch (SQLException | RuntimeException failed) {
            aside.moveBack(path);
            throw failed;
        }
    }

    /// A process that ended without closing it may have been torn out of a write, with the machine: only
    /// then all of the file is read, which takes 0.2 s for 100 MB that the system has in memory, and 2 s
    /// where it has not.
    private Opened sound() throws SQLException {
        if (Files.isDirectory(path)) throw unable("open", path + " is a folder", null);
        boolean unclean = size(path.resolveSibling(path.getFileName() + "-wal")) > 0;
        // as a URI, since the driver takes a '?' in a plain path for the start of its options
        var opened = DriverManager.getConnection("jdbc:sqlite:" + path.toUri());
        try (var statement = opened.createStatement()) {
            statement.execute("pragma busy_timeout = 10000");
            check(statement, unclean);
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = normal");
            statement.execute("pragma foreign_keys = on");
            migrate(statement);
            for (var setting : settings) statement.execute(setting);
            return new Opened(opened, identity());
        } catch (SQLException | RuntimeException failed) {
            opened.close();
            throw failed;
        }
    }

    /// Only reads: a newer store is left as it is.
    private void check(Statement statement, boolean whole) throws SQLException {
        int version = refuseNewer(statement);
        int tables = statement
                .executeQuery("select count(*) from sqlite_schema where name in ('runs', 'sources', 'trials')")
                .getInt(1);
        if (tables != (version == 0 ? 0 : 3)) throw new Damaged("it lacks some of its tables");
        if (!whole) return;
        var found = statement.executeQuery("pragma quick_check(1)").getString(1);
        if (!found.equals("ok")) throw new Damaged("its pages are malformed");
    }

    private int refuseNewer(Statement statement) throws SQLException {
        int version = statement.executeQuery("pragma user_version").getInt(1);
        if (version > VERSION)
            throw new StoreException("the store " + path + " was written by a newer JForge (schema " + version
                    + ", this one knows " + VERSION + "): use that one, or set JFORGE_HOME to another folder");
        if (version == 0
                && statement.executeQuery("select count(*) from sqlite_master").getInt(1) > 0)
            throw new StoreException(
                    "the file %s is another program's database: move it away, or set JFORGE_HOME to".formatted(path)
                            + " another folder");
        return version;
    }

    private void migrate(Statement statement) throws SQLException {
        statement.execute("begin immediate");
        int version = refuseNewer(statement);
        for (int next = version + 1; next <= VERSION; next++)
            for (var part : script(next).split(";")) if (!part.isBlank()) statement.execute(part);
        statement.execute("pragma user_version = " + VERSION);
        statement.execute("commit");
    }

    private static String script(int version) {
        try (var in = StoreFile.class.getResourceAsStream("/store/" + version + ".sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new SpecException("this build lacks its store's schema " + version);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException _) {
            return 0;
        }
    }

    /// Where the platform has none of a file, its own time of making.
    private Object identity() {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.ofNullable(attributes.fileKey()).orElseGet(attributes::creationTime);
        } catch (IOException gone) {
            return "none";
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

    /// One message, and what to do.
    RuntimeException unable(String what, Exception failed) {
        return DiskFull.in(failed, path)
                .<RuntimeException>map(full -> full)
                .orElseGet(() -> unable(
                        what,
                        failed instanceof AccessDeniedException ? "permission denied" : failed.toString(),
                        failed));
    }

    StoreException unable(String what, String why, Exception failed) {
        return new StoreException(
                "cannot %s the store %s (%s): set JFORGE_HOME to a folder that you can write"
                        .formatted(what, path, why),
                failed);
    }
}
