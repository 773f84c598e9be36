package io.jforge.jupyter.server;

import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.node.ObjectNode;

/// Answers what must be answered while a cell runs: interrupt, shutdown, kernel info.
final class Control {
    private final Shell shell;
    private final Publisher publisher;
    private volatile boolean asked;
    private final CountDownLatch shutdown = new CountDownLatch(1);

    Control(Shell shell, Publisher publisher) {
        this.shell = shell;
        this.publisher = publisher;
    }

    /// The content of the reply, or nothing for what does not belong on this channel.
    Optional<ObjectNode> answer(Message request) {
        return switch (request.type()) {
            case "kernel_info_request" -> Optional.of(KernelInfo.content());
            case "interrupt_request" -> Optional.of(interrupt());
            case "shutdown_request" -> Optional.of(shutdown(request));
            default -> Optional.empty();
        };
    }

    private ObjectNode interrupt() {
        shell.interrupt();
        return Json.object().put("status", "ok");
    }

    private ObjectNode shutdown(Message request) {
        boolean restart = request.content().path("restart").asBoolean(false);
        ObjectNode content = Json.object().put("status", "ok").put("restart", restart);
        publisher.publish(request.broadcast("shutdown_reply", content));
        shell.interrupt();
        asked = true;
        return content;
    }

    /// Lets the server end when the request just answered asked for it; its reply is out by now.
    void endIfAsked() {
        if (asked) {
            shutdown.countDown();
        }
    }

    void awaitShutdown() throws InterruptedException {
        shutdown.await();
    }
}
