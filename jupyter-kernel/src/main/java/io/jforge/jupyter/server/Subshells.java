package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The threads that requests are answered on: the main shell's, and one for each subshell that a client asked for.
final class Subshells {
    private final Supplier<ShellLoop> making;
    private final Runnable leaving;
    private final Consumer<Message> replies;
    private final Map<String, ShellLoop> loops = new ConcurrentHashMap<>();
    private final ShellLoop main;

    /// @param leaving done at the end of a subshell's thread
    Subshells(Supplier<ShellLoop> making, Runnable leaving, Consumer<Message> replies) {
        this.replies = replies;
        this.making = making;
        this.leaving = leaving;
        this.main = started("shell-main");
    }

    private ShellLoop started(String name) {
        var loop = making.get();
        Thread.ofPlatform().daemon().name(name).start(() -> {
            loop.run();
            leaving.run();
        });
        return loop;
    }

    /// Queues a request of the shell channel where its header says.
    void route(Message request) {
        var id = request.header().path("subshell_id").asString("");
        var loop = id.isEmpty() ? main : loops.get(id);
        if (loop == null) {
            replies.accept(request.answer(missing(id)));
        } else {
            loop.queue(request);
        }
    }

    private static ObjectNode missing(String id) {
        return Failures.reply("NoSuchSubshell", "there is no subshell '%s'".formatted(id));
    }

    /// The content of the reply, or nothing for what has nothing to do with subshells.
    Optional<ObjectNode> answer(Message request) {
        return switch (request.type()) {
            case "create_subshell_request" -> Optional.of(create());
            case "delete_subshell_request" ->
                Optional.of(delete(request.content().path("subshell_id").asString("")));
            case "list_subshell_request" -> Optional.of(list());
            default -> Optional.empty();
        };
    }

    private ObjectNode create() {
        var id = UUID.randomUUID().toString();
        loops.put(id, started("subshell-" + id));
        return Json.object().put("status", "ok").put("subshell_id", id);
    }

    private ObjectNode delete(String id) {
        var loop = loops.remove(id);
        if (loop == null) {
            return missing(id);
        }
        loop.end();
        return Json.object().put("status", "ok");
    }

    private ObjectNode list() {
        var content = Json.object().put("status", "ok");
        loops.keySet().forEach(content.putArray("subshell_id")::add);
        return content;
    }
}
