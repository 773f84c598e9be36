package io.jforge.jupyter.display;

import io.jforge.jupyter.shell.Shell;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// The comms that are open, and what cells do when a client opens one.
public final class Comms {
    /// Those that [Comm] knows; cells have no other way to name them.
    public static final Comms OF_CELLS = new Comms();

    private final Map<String, BiConsumer<Comm, Comm.Message>> targets = new ConcurrentHashMap<>();
    private final Map<String, Comm> open = new ConcurrentHashMap<>();
    private volatile CommOutlet otherwise = (_, _, _) -> {};

    private Comms() {}

    /// Sets where threads of no cell send.
    public void sendThrough(CommOutlet outlet) {
        otherwise = outlet;
    }

    void register(String target, BiConsumer<Comm, Comm.Message> handler) {
        targets.put(target, handler);
    }

    Comm open(String id, String target, Map<String, ?> data, List<byte[]> buffers) {
        var comm = new Comm(this, id, target);
        open.put(id, comm);
        send("comm_open", Map.of("comm_id", id, "target_name", target, "data", data), buffers);
        return comm;
    }

    void forget(Comm comm) {
        open.remove(comm.id());
    }

    /// A client opened one; where nobody waits for it, it is closed again.
    public void opened(String id, String target, Comm.Message message) {
        var handler = targets.get(target);
        if (handler == null) {
            send("comm_close", Map.of("comm_id", id, "data", Map.of()), List.of());
            return;
        }
        var comm = new Comm(this, id, target);
        open.put(id, comm);
        handler.accept(comm, message);
    }

    /// A client sent a message; to a comm that is not open it is nothing.
    public void told(String id, Comm.Message message) {
        var comm = open.get(id);
        if (comm != null) comm.told(message);
    }

    /// A client closed one.
    public void closed(String id, Comm.Message message) {
        var comm = open.get(id);
        if (comm != null) comm.closed(message);
    }

    public Collection<Comm> open() {
        return List.copyOf(open.values());
    }

    void send(String type, Map<String, ?> content, List<byte[]> buffers) {
        Shell.outputOfThisThread()
                .filter(CommOutlet.class::isInstance)
                .map(CommOutlet.class::cast)
                .orElse(otherwise)
                .send(type, content, buffers);
    }
}
