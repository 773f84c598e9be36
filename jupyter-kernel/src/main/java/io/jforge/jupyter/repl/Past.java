package io.jforge.jupyter.repl;

import io.jforge.jupyter.history.History;
import java.time.Instant;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CompletableFuture;
import org.jline.reader.impl.history.DefaultHistory;

/// Earlier cells, of notebooks too, for the up-arrow and for searching; fetched while the first line is typed.
final class Past extends DefaultHistory {
    private static final int MOST = 2_000;

    private final CompletableFuture<List<History.Entry>> earlier;
    private boolean loaded;

    Past(History history) {
        earlier = CompletableFuture.supplyAsync(
                () -> history.tail(MOST, true),
                work -> Thread.ofPlatform().daemon().name("past").start(work));
    }

    /// Before JLine looks at anything of it.
    void fetch() {
        if (loaded) return;
        loaded = true;
        earlier.join().forEach(entry -> internalAdd(Instant.EPOCH, entry.code()));
        moveToEnd();
    }

    @Override
    public void add(Instant time, String cell) {
        fetch();
        if (!cell.isBlank()) super.add(time, cell.stripTrailing());
    }

    @Override
    public int size() {
        fetch();
        return super.size();
    }

    @Override
    public ListIterator<Entry> iterator(int index) {
        fetch();
        return super.iterator(Math.min(index, size()));
    }
}
