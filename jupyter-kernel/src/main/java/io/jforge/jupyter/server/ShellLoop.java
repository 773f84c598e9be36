package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.WireException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Takes the requests of the shell channel one after the other, each between busy and idle.
final class ShellLoop {
    /// How long after a failure a request that was already on its way may take to arrive.
    private static final Duration IN_TRANSIT = Duration.ofMillis(5);

    private final Channel channel;
    private final Publisher publisher;
    private final Execution execution;
    private final Questions questions;
    private final Control control;
    private final Deque<Message> toAbort = new ArrayDeque<>();

    ShellLoop(Channel channel, Publisher publisher, Execution execution, Questions questions, Control control) {
        this.channel = channel;
        this.publisher = publisher;
        this.execution = execution;
        this.questions = questions;
        this.control = control;
    }

    void handle(Message request) {
        between(request, () -> answer(request));
        while (!toAbort.isEmpty()) {
            Message next = toAbort.pop();
            if (next.type().equals("execute_request")) {
                between(next, () -> reply(next, Json.object().put("status", "aborted")));
            } else {
                between(next, () -> answer(next));
            }
        }
    }

    private void between(Message request, Runnable work) {
        publisher.status(request, "busy");
        try {
            work.run();
        } finally {
            publisher.status(request, "idle");
            control.endIfAsked();
        }
    }

    private void answer(Message request) {
        switch (request.type()) {
            case "execute_request" -> execute(request);
            case "comm_open" -> publisher.publish(request.broadcast("comm_close", closed(request)));
            case "comm_msg", "comm_close" -> {} // no comm is ever open
            default -> {
                Optional<ObjectNode> content = questions.answer(request).or(() -> control.answer(request));
                content.ifPresentOrElse(found -> reply(request, found), () -> Log.once("ignored a " + request.type()));
            }
        }
    }

    private void execute(Message request) {
        ObjectNode content = execution.execute(request);
        boolean failed = content.path("status").asString("").equals("error");
        if (failed && request.content().path("stop_on_error").asBoolean(true)) {
            collectWaiting();
        }
        reply(request, content);
    }

    /// Reads what was sent before the sender could know of the failure.
    private void collectWaiting() {
        while (true) {
            try {
                Optional<Message> next = channel.receive(IN_TRANSIT);
                if (next.isEmpty()) {
                    return;
                }
                toAbort.add(next.get());
            } catch (WireException e) {
                Log.once(e.getMessage());
            }
        }
    }

    private void reply(Message request, ObjectNode content) {
        channel.send(request.reply(request.type().replaceFirst("_request$", "_reply"), content));
    }

    private static ObjectNode closed(Message request) {
        ObjectNode content =
                Json.object().put("comm_id", request.content().path("comm_id").asString(""));
        content.putObject("data");
        return content;
    }
}
