package io.jforge.jupyter.server;

import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.wire.Json;
import tools.jackson.databind.node.ObjectNode;

/// How the protocol tells of what failed.
final class Failures {
    private Failures() {}

    /// The content of an `error` message.
    static ObjectNode content(CellRunner.Failed failed) {
        var error = Json.object().put("ename", failed.name()).put("evalue", failed.message());
        var traceback = error.putArray("traceback");
        failed.text().lines().forEach(traceback::add);
        return error;
    }

    /// The content of a reply.
    static ObjectNode reply(CellRunner.Failed failed) {
        return content(failed).put("status", "error");
    }

    static ObjectNode reply(String name, String message) {
        return reply(new CellRunner.Failed(name, message, message));
    }
}
