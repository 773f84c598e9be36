package io.jforge.jupyter.display;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A line between a cell and something in the client, such as a widget: both ends send messages, in any order.
///
/// Data is what JSON knows: maps with texts as keys, lists, texts, numbers, booleans and null. Handlers run
/// like cells, one at a time.
public final class Comm {
    private final Comms comms;
    private final String id;
    private final String target;
    private volatile boolean open = true;
    private volatile Consumer<Message> messageHandler = _ -> {};
    private volatile Consumer<Message> closeHandler = _ -> {};

    Comm(Comms comms, String id, String target) {
        this.comms = comms;
        this.id = id;
        this.target = target;
    }

    /// What one end sent.
    public record Message(Map<String, Object> data, List<byte[]> buffers) {}

    /// Says what happens when a client opens a comm to this target; the handler is given the comm and what
    /// came with its opening.
    public static void onOpen(String target, BiConsumer<Comm, Message> handler) {
        Comms.OF_CELLS.register(target, handler);
    }

    /// Opens a comm to a target in the client.
    public static Comm open(String target, Map<String, ?> data, byte[]... buffers) {
        return Comms.OF_CELLS.open(UUID.randomUUID().toString(), target, data, List.of(buffers));
    }

    public String id() {
        return id;
    }

    public String target() {
        return target;
    }

    public boolean isOpen() {
        return open;
    }

    /// Says what happens with each message from the client.
    public Comm onMessage(Consumer<Message> handler) {
        messageHandler = handler;
        return this;
    }

    /// Says what happens when the client closes this.
    public Comm onClose(Consumer<Message> handler) {
        closeHandler = handler;
        return this;
    }

    /// Sends a message to the client.
    ///
    /// @throws IllegalStateException when this is closed
    public void send(Map<String, ?> data, byte[]... buffers) {
        if (!open) throw new IllegalStateException("the comm to '%s' is closed".formatted(target));
        comms.send("comm_msg", Map.of("comm_id", id, "data", data), List.of(buffers));
    }

    /// Tells the client that this end is closed; again, it does nothing.
    public void close() {
        if (ended()) comms.send("comm_close", Map.of("comm_id", id, "data", Map.of()), List.of());
    }

    void told(Message message) {
        messageHandler.accept(message);
    }

    void closed(Message message) {
        if (ended()) closeHandler.accept(message);
    }

    private synchronized boolean ended() {
        boolean was = open;
        open = false;
        comms.forget(this);
        return was;
    }
}
