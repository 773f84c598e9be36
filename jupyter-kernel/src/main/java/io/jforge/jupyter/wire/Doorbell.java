package io.jforge.jupyter.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import org.zeromq.ZMQ;

/// Lets the thread that owns a socket wait for it and for other threads at once.
///
/// Any thread may ring: unlike a send through a socket, a ring does no harm when its thread is interrupted.
public final class Doorbell implements AutoCloseable {
    private final ZMQ.Socket socket;
    private final Selector selector;

    public Doorbell(ZMQ.Socket socket) {
        this.socket = socket;
        try {
            selector = Selector.open();
            socket.getFD().register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            throw new UncheckedIOException("no selector for a socket", e);
        }
    }

    /// Ends the wait that goes on, or the next one.
    public void ring() {
        selector.wakeup();
    }

    /// Whether a message can be received, or the context has ended, as the next receive will tell.
    public boolean hasMail() {
        return (socket.getEvents() & ZMQ.Poller.POLLIN) != 0;
    }

    /// Waits until there may be mail, or somebody rings.
    public void await() {
        select(0);
    }

    /// The same, that long at most.
    public void await(Duration atMost) {
        select(Math.max(1, atMost.toMillis()));
    }

    private void select(long millis) {
        try {
            selector.select(millis);
            selector.selectedKeys().clear();
        } catch (IOException e) {
            throw new UncheckedIOException("a socket cannot be waited for", e);
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
