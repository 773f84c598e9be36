package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Answers the requests of the control channel, none of which takes long.
final class ControlLoop {
    private final Consumer<Message> replies;
    private final Publisher publisher;
    private final Control control;
    private final Subshells subshells;

    ControlLoop(Consumer<Message> replies, Publisher publisher, Control control, Subshells subshells) {
        this.replies = replies;
        this.publisher = publisher;
        this.control = control;
        this.subshells = subshells;
    }

    void handle(Message request) {
        publisher.status(request, "busy");
        control.answer(request)
                .or(() -> subshells.answer(request))
                .or(() -> noDebugger(request))
                .ifPresentOrElse(
                        content -> replies.accept(request.answer(content)),
                        () -> Log.once("ignored a %s on the control channel".formatted(request.type())));
        publisher.status(request, "idle");
        control.endIfAsked();
    }

    /// A refusal as the debug adapter protocol writes it.
    private static Optional<ObjectNode> noDebugger(Message request) {
        if (!request.type().equals("debug_request")) return Optional.empty();
        var asked = request.content();
        return Optional.of(Json.object()
                .put("type", "response")
                .put("success", false)
                .put("command", asked.path("command").asString(""))
                .put("request_seq", asked.path("seq").asInt(0))
                .put("seq", 0)
                .put("message", "JForge has no debugger for cells"));
    }
}
