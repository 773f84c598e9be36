package io.jforge.jupyter.server;

import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.shell.Completeness;
import io.jforge.jupyter.shell.Completion;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers what a client asks without running a cell; the protocol counts places in code points.
final class Questions {
    private final CellQuestions questions;

    Questions(CellQuestions questions) {
        this.questions = questions;
    }

    /// The content of the reply, or nothing for what is no such question.
    Optional<ObjectNode> answer(Message request) {
        ObjectNode asked = request.content();
        return switch (request.type()) {
            case "kernel_info_request" -> Optional.of(KernelInfo.content());
            case "is_complete_request" -> Optional.of(isComplete(asked));
            case "complete_request" -> Optional.of(complete(asked));
            case "inspect_request" -> Optional.of(nothingFound());
            case "history_request" -> Optional.of(noHistory());
            case "comm_info_request" -> Optional.of(noComms());
            default -> Optional.empty();
        };
    }

    private ObjectNode isComplete(ObjectNode asked) {
        Completeness verdict = questions.completeness(asked.path("code").asString(""));
        ObjectNode reply = Json.object().put("status", verdict.state().name().toLowerCase(Locale.ROOT));
        return verdict.state() == Completeness.State.INCOMPLETE ? reply.put("indent", verdict.indent()) : reply;
    }

    private ObjectNode complete(ObjectNode asked) {
        String code = asked.path("code").asString("");
        int points = code.codePointCount(0, code.length());
        int cursor =
                code.offsetByCodePoints(0, Math.clamp(asked.path("cursor_pos").asInt(points), 0, points));
        Completion completion = questions.complete(code, cursor);
        ObjectNode reply = ok().put("cursor_start", code.codePointCount(0, completion.start()))
                .put("cursor_end", code.codePointCount(0, completion.end()));
        ArrayNode matches = reply.putArray("matches");
        completion.matches().forEach(matches::add);
        reply.putObject("metadata");
        return reply;
    }

    private static ObjectNode nothingFound() {
        ObjectNode reply = ok().put("found", false);
        reply.putObject("data");
        reply.putObject("metadata");
        return reply;
    }

    private static ObjectNode noHistory() {
        ObjectNode reply = ok();
        reply.putArray("history");
        return reply;
    }

    private static ObjectNode noComms() {
        ObjectNode reply = ok();
        reply.putObject("comms");
        return reply;
    }

    private static ObjectNode ok() {
        return Json.object().put("status", "ok");
    }
}
