package io.jforge.jupyter.magic.maven;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.transfer.TransferCancelledException;
import org.eclipse.aether.transfer.TransferEvent;

/// Follows downloads, tells how they go a few times a second, and ends them when asked.
final class Transfers extends AbstractTransferListener {
    private static final long BETWEEN_NANOS = 150_000_000;

    private final Consumer<Transfers> told;
    private final Map<String, Long> running = new ConcurrentHashMap<>();
    private final AtomicLong doneBytes = new AtomicLong();
    private final AtomicLong doneFiles = new AtomicLong();
    private volatile boolean cancelled;
    private volatile String latest = "";
    private long lastTold;

    /// @param told called now and then, from threads that download
    Transfers(Consumer<Transfers> told) {
        this.told = told;
    }

    void cancel() {
        cancelled = true;
    }

    long bytes() {
        return doneBytes.get()
                + running.values().stream().mapToLong(Long::longValue).sum();
    }

    long files() {
        return doneFiles.get();
    }

    /// The name of the file that was last heard of.
    String latest() {
        return latest;
    }

    @Override
    public void transferInitiated(TransferEvent event) throws TransferCancelledException {
        follow(event);
    }

    @Override
    public void transferStarted(TransferEvent event) throws TransferCancelledException {
        follow(event);
    }

    @Override
    public void transferProgressed(TransferEvent event) throws TransferCancelledException {
        follow(event);
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
        running.remove(event.getResource().getResourceName());
        doneBytes.addAndGet(event.getTransferredBytes());
        if (event.getResource().getResourceName().endsWith(".jar")) doneFiles.incrementAndGet();
        tell();
    }

    /// A wrong checksum ends the transfer; a repository that has none is believed.
    @Override
    public void transferCorrupted(TransferEvent event) throws TransferCancelledException {
        if (event.getException() instanceof ChecksumFailureException wrong
                && wrong.getExpected() != null
                && !wrong.getExpected().isEmpty()) {
            throw new TransferCancelledException("damaged", wrong);
        }
    }

    @Override
    public void transferFailed(TransferEvent event) {
        running.remove(event.getResource().getResourceName());
    }

    private void follow(TransferEvent event) throws TransferCancelledException {
        if (cancelled) throw new TransferCancelledException("interrupted");
        String name = event.getResource().getResourceName();
        running.put(name, event.getTransferredBytes());
        latest = name.substring(name.lastIndexOf('/') + 1);
        tell();
    }

    private synchronized void tell() {
        long now = System.nanoTime();
        if (cancelled || (lastTold != 0 && now - lastTold < BETWEEN_NANOS)) return;
        lastTold = now;
        told.accept(this);
    }
}
