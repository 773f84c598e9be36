package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A client that asks a kernel one thing after another and looks at no answer: what a start is recorded from.
public final class Rehearsal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KernelClient client;

    /// @throws KernelLostException when nobody listens there in time
    public Rehearsal(ConnectionInfo kernel) throws InterruptedException {
        var deadline = new Deadline(PATIENCE);
        while (!KernelClient.isListening(kernel)) {
            if (deadline.isOver()) throw new KernelLostException("no kernel listens");
            Thread.sleep(Duration.ofMillis(5));
        }
        client = new KernelClient(kernel);
    }

    public void execute(String code) {
        ask("execute_request", Json.object().put("code", code).put("allow_stdin", false));
    }

    /// Sends a request on the shell channel and waits until it is answered and all is idle.
    public void ask(String type, ObjectNode content) {
        awaitIdle(client.ask(type, content));
    }

    /// Asks the kernel to end.
    public void shutdown() {
        client.urge("shutdown_request", Json.object().put("restart", false));
        client.next(PATIENCE);
    }

    private void awaitIdle(String id) {
        var deadline = new Deadline(PATIENCE);
        boolean replied = false;
        boolean idle = false;
        while (!(replied && idle) && !deadline.isOver()) {
            Optional<Message> next = client.next(PATIENCE)
                    .filter(each -> each.parent().path("msg_id").asString("").equals(id));
            replied |= next.filter(each -> each.type().endsWith("_reply")).isPresent();
            idle |= next.filter(each ->
                            each.content().path("execution_state").asString("").equals("idle"))
                    .isPresent();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
