package io.jforge.jupyter.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The cells that were run, in this session and in earlier ones.
///
/// What is added is written by a thread of its own, so no cell waits for a disk; whoever reads sees all
/// that was added before. SQLite is loaded when the first cell comes, never when a session begins.
public final class History implements AutoCloseable {
    private static final long CLOSING_MILLIS = 700;

    private final ExecutorService writer = Executors.newSingleThreadExecutor(History::daemon);
    private final Optional<Path> file;
    private final Consumer<String> complaint;
    private HistoryTable table;
    private boolean complained;
    private volatile boolean used;

    private History(Optional<Path> file, Consumer<String> complaint) {
        this.file = file;
        this.complaint = complaint;
    }

    /// One cell that was run.
    ///
    /// @param session the number of the session, from 1
    /// @param line the number of the cell in its session
    /// @param output what it came to as text, where that was kept
    public record Entry(int session, int line, String code, Optional<String> output) {}

    /// Keeps cells in a file, which several processes may share; creates it when the first cell comes.
    ///
    /// @param complaint told in one line, once, why a file cannot be used; cells are then kept in memory
    public static History open(Path file, Consumer<String> complaint) {
        return new History(Optional.of(file), complaint);
    }

    /// Forgets all cells with this process.
    public static History inMemory() {
        return new History(Optional.empty(), _ -> {});
    }

    private static Thread daemon(Runnable work) {
        return Thread.ofPlatform().daemon().name("history").unstarted(work);
    }

    /// The number of this session, as later ones will know it.
    public int session() {
        return ask(HistoryTable::session, 0);
    }

    /// Keeps a cell; returns at once.
    public void add(int line, String code) {
        later(table -> table.add(line, code));
    }

    /// Keeps what a cell of this session came to; returns at once.
    public void addOutput(int line, String text) {
        later(table -> table.addOutput(line, text));
    }

    /// The last cells of all sessions, oldest first.
    ///
    /// @param unique whether of equal cells only the last counts
    public List<Entry> tail(int n, boolean unique) {
        return ask(table -> table.tail(n, unique), List.of());
    }

    /// Cells of one session by their numbers.
    ///
    /// @param session 0 for this one, -1 for the one before, or a session's number
    /// @param stop the number behind the last one
    public List<Entry> range(int session, int start, int stop) {
        return ask(table -> table.range(session, start, stop), List.of());
    }

    /// The last cells that match a pattern as a whole, oldest first.
    ///
    /// @param glob `*` stands for any text, `?` for any character, `[abc]` for one of these
    public List<Entry> search(String glob, int n, boolean unique) {
        return ask(table -> table.search(glob, n, unique), List.of());
    }

    private interface Work {
        void on(HistoryTable table) throws SQLException;
    }

    private interface Question<T> {
        T of(HistoryTable table) throws SQLException;
    }

    private void later(Work work) {
        used = true;
        try {
            writer.execute(() -> attempt(work));
        } catch (RejectedExecutionException _) {
            return; // the process is about to end
        }
    }

    private void attempt(Work work) {
        try {
            work.on(table());
        } catch (SQLException | LinkageError failed) {
            complain("cells are not kept in the history: " + failed.getMessage());
        }
    }

    private <T> T ask(Question<T> question, T otherwise) {
        used = true;
        try {
            return writer.submit(() -> question.of(table())).get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return otherwise;
        } catch (ExecutionException failed) {
            complain("the history cannot be read: " + failed.getCause().getMessage());
            return otherwise;
        } catch (RejectedExecutionException _) {
            return otherwise;
        }
    }

    /// For the writer's thread alone.
    private HistoryTable table() throws SQLException {
        if (table == null) table = opened();
        return table;
    }

    private HistoryTable opened() throws SQLException {
        if (file.isPresent()) {
            try {
                return HistoryTable.in(file.get());
            } catch (SQLException unusable) {
                complain("%s cannot be used, so cells are remembered until this process ends: %s"
                        .formatted(file.get(), unusable.getMessage()));
            }
        }
        return HistoryTable.inMemory();
    }

    private synchronized void complain(String text) {
        if (!complained) complaint.accept(text);
        complained = true;
    }

    /// Gives what was added a moment to be written.
    @Override
    public void close() {
        if (!used) {
            writer.shutdown(); // closing must not be what opens the file
            return;
        }
        later(_ -> {
            if (table != null) table.close();
        });
        writer.shutdown();
        try {
            boolean written = writer.awaitTermination(CLOSING_MILLIS, TimeUnit.MILLISECONDS);
            if (!written) complain("the last cells may be missing from the history: its file is busy");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
