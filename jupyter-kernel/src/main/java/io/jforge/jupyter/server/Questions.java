package io.jforge.jupyter.server;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.shell.Completeness;
import io.jforge.jupyter.shell.Completion;
import io.jforge.jupyter.shell.Inspection;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers what a client asks without running a cell; the protocol counts places in code points.
final class Questions {
    private final CellQuestions questions;
    private final Past past;
    private final CommDesk comms;

    Questions(CellQuestions questions, Past past, CommDesk comms) {
        this.questions = questions;
        this.past = past;
        this.comms = comms;
    }

    /// The content of the reply, or nothing for what is no such question.
    Optional<ObjectNode> answer(Message request) {
        ObjectNode asked = request.content();
        return switch (request.type()) {
            case "kernel_info_request" -> Optional.of(KernelInfo.content());
            case "is_complete_request" -> Optional.of(isComplete(asked));
            case "complete_request" -> Optional.of(complete(asked));
            case "inspect_request" -> Optional.of(inspect(asked));
            case "history_request" -> Optional.of(past.answer(asked));
            case "comm_info_request" -> Optional.of(comms.info(asked));
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
        int cursor = cursor(asked, code);
        Completion completion = questions.complete(code, cursor);
        ObjectNode reply = ok().put("cursor_start", code.codePointCount(0, completion.start()))
                .put("cursor_end", code.codePointCount(0, completion.end()));
        ArrayNode matches = reply.putArray("matches");
        completion.matches().forEach(matches::add);
        reply.putObject("metadata");
        return reply;
    }

    /// The place in UTF-16 units that a client means; the end where it names none that is there.
    private static int cursor(ObjectNode asked, String code) {
        int points = code.codePointCount(0, code.length());
        JsonNode named = asked.path("cursor_pos");
        long place = named.isIntegralNumber() ? named.asLong(points) : points;
        return code.offsetByCodePoints(0, Math.clamp(place, 0, points));
    }

    private ObjectNode inspect(ObjectNode asked) {
        String code = asked.path("code").asString("");
        Optional<Inspection> found = questions.inspect(code, cursor(asked, code), true);
        ObjectNode reply = ok().put("found", found.isPresent());
        ObjectNode data = reply.putObject("data");
        found.ifPresent(known -> data.put(MimeBundle.PLAIN, known.text()).put(MimeBundle.HTML, known.html()));
        reply.putObject("metadata");
        return reply;
    }

    private static ObjectNode ok() {
        return Json.object().put("status", "ok");
    }
}
