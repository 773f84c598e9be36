package io.jforge.jupyter.server;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers execute requests and counts them.
final class Execution {
    private final CellRunner runner;
    private final Publisher publisher;
    private final InputBox box;
    private int count;

    Execution(CellRunner runner, Publisher publisher, InputBox box) {
        this.box = box;
        this.runner = runner;
        this.publisher = publisher;
    }

    /// Runs the request's code, publishing as it goes, and returns the reply's content.
    ObjectNode execute(Message request) {
        ObjectNode asked = request.content();
        String code = asked.path("code").asString("");
        boolean silent = asked.path("silent").asBoolean(false);
        if (!silent && asked.path("store_history").asBoolean(true) && !code.isBlank()) {
            count++;
        }
        var output = new CellOutput(publisher, request);
        if (!silent) {
            output.publish("execute_input", Json.object().put("code", code).put("execution_count", count));
        }
        ObjectNode reply =
                ended(box.during(request, () -> runner.run(code, "cell " + count, output, output)), output, silent);
        output.flush();
        return reply.put("execution_count", count);
    }

    private ObjectNode ended(CellRunner.Ending ending, CellOutput output, boolean silent) {
        return switch (ending) {
            case CellRunner.Finished finished -> {
                finished.value().filter(value -> !silent).ifPresent(value -> publishResult(value, output));
                ObjectNode reply = Json.object().put("status", "ok");
                reply.putObject("user_expressions");
                reply.putArray("payload");
                yield reply;
            }
            case CellRunner.Failed failed -> {
                output.publish("error", error(failed));
                yield error(failed).put("status", "error");
            }
        };
    }

    private void publishResult(MimeBundle value, CellOutput output) {
        output.publish("execute_result", CellOutput.content(value).put("execution_count", count));
    }

    private static ObjectNode error(CellRunner.Failed failed) {
        ObjectNode error = Json.object().put("ename", failed.name()).put("evalue", failed.message());
        ArrayNode traceback = error.putArray("traceback");
        failed.text().lines().forEach(traceback::add);
        return error;
    }
}
