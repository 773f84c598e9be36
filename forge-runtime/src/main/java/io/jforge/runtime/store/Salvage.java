package io.jforge.runtime.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sqlite.SQLiteErrorCode;
import tools.jackson.databind.node.ObjectNode;

/// Copies what can still be read of a damaged store, row by row, into a fresh one.
///
/// A row is looked for by its number, from the tree's root down, so that a page that is lost costs the rows
/// on it and no others. What then does not read as a run or a trial is left out.
final class Salvage {
    /// After so many numbers in turn that lead nowhere there is nothing more.
    private static final int GAP = 10_000;

    private static final String NEXT = "select rowid as row, * from %s where rowid >= ? order by rowid limit 1";

    private final Connection from;
    private final Connection to;

    private Salvage(Connection from, Connection to) {
        this.from = from;
        this.to = to;
    }

    /// @param partly of the runs, those that lack some of their trials
    record Saved(int runs, int partly, int trials) {
        @Override
        public String toString() {
            if (runs == 0) return "none of its runs could be read";
            return "%,d of its runs with %,d trials were saved%s"
                    .formatted(runs, trials, partly == 0 ? "" : ", %,d of them in part".formatted(partly));
        }
    }

    /// The damaged one is only read.
    ///
    /// @throws SQLException if the fresh one cannot be written; then nothing is
    static Saved copy(Path damaged, Connection fresh) throws SQLException {
        try (var from = DriverManager.getConnection("jdbc:sqlite:" + damaged.toUri() + "?mode=ro")) {
            var salvage = new Salvage(from, fresh);
            fresh.setAutoCommit(false);
            try {
                var saved = salvage.all();
                fresh.commit();
                return saved;
            } finally {
                fresh.rollback();
                fresh.setAutoCommit(true);
            }
        }
    }

    private Saved all() throws SQLException {
        if (isReadable()) for (var table : List.of("runs", "sources", "texts", "trials", "exchanges")) copy(table);
        int partly = 0;
        int trials = 0;
        var runs = ids();
        for (var run : List.copyOf(runs)) {
            var numbers = trials(run);
            var whole = header(run, numbers);
            if (whole.isEmpty()) runs.remove(run);
            else trials += numbers.size();
            if (whole.isPresent() && !whole.get()) partly++;
        }
        execute("delete from sources where hash not in (select source from trials)");
        for (var lost : unreadable()) execute("delete from exchanges where run = ? and number = ?", lost);
        execute(Exchanges.DELETE_UNUSED);
        return new Saved(runs.size(), partly, trials);
    }

    /// In this mode SQLite reads a file that was cut off, and one whose schema has lines that make no sense.
    private boolean isReadable() {
        try (var statement = from.createStatement()) {
            statement.execute("pragma writable_schema = on");
            return statement.executeQuery("select count(*) from sqlite_schema").next();
        } catch (SQLException unreadable) {
            return false;
        }
    }

    private void copy(String table) throws SQLException {
        var known = columns(table);
        long number = 0;
        for (int misses = 0; misses < GAP; misses++) {
            var names = new ArrayList<String>();
            var row = new ArrayList<Object>();
            // the driver has no further use for a statement that failed
            try (var next = from.prepareStatement(NEXT.formatted(table))) {
                next.setLong(1, number++);
                var found = next.executeQuery();
                if (!found.next()) return;
                number = found.getLong("row") + 1;
                read(found, known, names, row);
            } catch (SQLException lost) {
                continue;
            }
            insert(table, names, row);
            misses = -1;
        }
    }

    private static void read(ResultSet found, Set<String> known, List<String> names, List<Object> row)
            throws SQLException {
        var columns = found.getMetaData();
        for (int i = 2; i <= columns.getColumnCount(); i++) {
            if (!known.contains(columns.getColumnName(i))) continue;
            names.add(columns.getColumnName(i));
            row.add(found.getObject(i));
        }
    }

    /// A row that the schema does not admit, such as a trial whose run is lost, is left out.
    private void insert(String table, List<String> names, List<Object> row) throws SQLException {
        var places = IntStream.range(0, names.size()).mapToObj(_ -> "?").collect(Collectors.joining(", "));
        var sql = "insert into %s (%s) values (%s)".formatted(table, String.join(", ", names), places);
        try (var statement = to.prepareStatement(sql)) {
            for (int i = 0; i < row.size(); i++) statement.setObject(i + 1, row.get(i));
            statement.executeUpdate();
        } catch (SQLException refused) {
            if (!Damaged.has(refused, SQLiteErrorCode.SQLITE_CONSTRAINT)) throw refused;
        }
    }

    private Set<String> columns(String table) throws SQLException {
        var names = new HashSet<String>();
        try (var statement = to.createStatement();
                var rows = statement.executeQuery("select name from pragma_table_info('" + table + "')")) {
            while (rows.next()) names.add(rows.getString(1));
        }
        return names;
    }

    private List<String> ids() throws SQLException {
        var ids = new ArrayList<String>();
        try (var statement = to.createStatement();
                var rows = statement.executeQuery("select id from runs")) {
            while (rows.next()) ids.add(rows.getString(1));
        }
        return ids;
    }

    /// The numbers of the run's trials; one that does not read, or whose source is not what it was, goes.
    private Set<Integer> trials(String run) throws SQLException {
        var good = new HashSet<Integer>();
        try (var statement = to.prepareStatement(Rows.TRIALS)) {
            statement.setString(1, run);
            statement.setInt(2, 0);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) if (isTrial(rows)) good.add(rows.getInt("number"));
            }
        }
        var kept = good.stream().map(String::valueOf).collect(Collectors.joining(", "));
        execute("delete from trials where run = ? and number not in (" + kept + ")", run);
        return good;
    }

    private static boolean isTrial(ResultSet row) throws SQLException {
        try {
            return Rows.trial(row).candidate().source().hash().equals(row.getString("source"));
        } catch (RuntimeException unreadable) {
            return false;
        }
    }

    /// Whether the run is whole; empty if it does not read, and then it goes with its trials.
    private Optional<Boolean> header(String run, Set<Integer> numbers) throws SQLException {
        try (var statement = to.prepareStatement("select * from runs where id = ?")) {
            statement.setString(1, run);
            try (var row = statement.executeQuery()) {
                if (!Rows.header(row).id().equals(run)) return dropped(run);
                var ending = Rows.ending(row);
                var confirmed = ending.flatMap(RunEnding::confirmation);
                boolean lost = confirmed.isPresent()
                        && !numbers.contains(confirmed.get().trial());
                if (lost) unconfirm(run, row.getString("ending"));
                return Optional.of(!lost && isWhole(run, numbers));
            }
        } catch (RuntimeException unreadable) {
            return dropped(run);
        }
    }

    /// As the damaged store's index has it, which needs none of the pages that the trials are on; where
    /// that is lost too, none may be missing between the first and the last.
    private boolean isWhole(String run, Set<Integer> numbers) {
        try (var statement = from.prepareStatement("select count(*) from trials where run = ?")) {
            statement.setString(1, run);
            return numbers.size() == statement.executeQuery().getInt(1);
        } catch (SQLException lost) {
            return numbers.stream().allMatch(number -> number == 0 || numbers.contains(number - 1));
        }
    }

    /// The winner's source is lost: what was measured of it goes with it, so that the best of the others shows.
    private void unconfirm(String run, String ending) throws SQLException {
        var json = (ObjectNode) OutcomeJson.JSON.readTree(ending);
        execute(
                "update runs set ending = ? where id = ?",
                json.putNull("confirmation").toString(),
                run);
    }

    private Optional<Boolean> dropped(String run) throws SQLException {
        execute("delete from trials where run = ?", run);
        execute("delete from exchanges where run = ?", run);
        execute("delete from runs where id = ?", run);
        return Optional.empty();
    }

    /// Run and number of exchanges that do not read.
    private List<Object[]> unreadable() throws SQLException {
        var lost = new ArrayList<Object[]>();
        try (var statement = to.createStatement();
                var rows = statement.executeQuery("select * from exchanges")) {
            while (rows.next())
                if (!Exchanges.isReadable(rows)) lost.add(new Object[] {rows.getString("run"), rows.getInt("number")});
        }
        return lost;
    }

    private void execute(String sql, Object... values) throws SQLException {
        try (var statement = to.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
            statement.executeUpdate();
        }
    }
}
