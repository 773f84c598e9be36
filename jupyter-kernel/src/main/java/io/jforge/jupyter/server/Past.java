package io.jforge.jupyter.server;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.history.History.Entry;
import io.jforge.jupyter.wire.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers what a client asks about cells that were run.
final class Past {
    private final History history;

    Past(History history) {
        this.history = history;
    }

    ObjectNode answer(ObjectNode asked) {
        boolean withOutput = asked.path("output").asBoolean(false);
        var reply = Json.object().put("status", "ok");
        var found = reply.putArray("history");
        for (var entry : entries(asked)) {
            var row = found.addArray().add(entry.session()).add(entry.line());
            if (withOutput) addWithOutput(row, entry);
            else row.add(entry.code());
        }
        return reply;
    }

    private static void addWithOutput(ArrayNode row, Entry entry) {
        row.addArray().add(entry.code()).add(entry.output().orElse(null));
    }

    private List<Entry> entries(ObjectNode asked) {
        int n = number(asked.path("n"), Integer.MAX_VALUE);
        boolean unique = asked.path("unique").asBoolean(false);
        return switch (asked.path("hist_access_type").asString("")) {
            case "tail" -> history.tail(n, unique);
            case "search" -> history.search(asked.path("pattern").asString("*"), n, unique);
            case "range" ->
                history.range(
                        number(asked.path("session"), 0),
                        number(asked.path("start"), 1),
                        number(asked.path("stop"), Integer.MAX_VALUE));
            default -> List.of();
        };
    }

    private static int number(JsonNode node, int otherwise) {
        return node.isIntegralNumber() ? node.asInt(otherwise) : otherwise;
    }
}
