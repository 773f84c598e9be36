package io.jforge.jupyter.shell;

import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/// Holds back JShell's reading of every package of the JDK and the class path, which offers types that are not
/// imported, until a first cell had its chance: it takes a core for most of a second.
///
/// Like [Leftovers] it reaches into JShell; where that is closed, JShell reads at once.
final class Indexing {
    private static final int LONGEST_SECONDS = 10;

    private final CountDownLatch mayBegin = new CountDownLatch(1);

    private Indexing() {}

    /// To be called before JShell is first asked about text.
    static Indexing heldBack() {
        var indexing = new Indexing();
        try {
            Field indexer = Inside.field(Class.forName("jdk.jshell.SourceCodeAnalysisImpl"), "INDEXER");
            if (indexer.get(null) instanceof ExecutorService oneThread) {
                oneThread.execute(indexing::await);
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            // then it begins at once
        }
        return indexing;
    }

    private void await() {
        try {
            mayBegin.await(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void begin() {
        mayBegin.countDown();
    }
}
