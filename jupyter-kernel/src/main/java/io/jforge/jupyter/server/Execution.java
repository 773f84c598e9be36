package io.jforge.jupyter.server;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/// Answers execute requests and counts them.
final class Execution {
    private static final int MOST_OF_AN_OUTPUT = 10_000;

    private final CellRunner runner;
    private final Publisher publisher;
    private final InputBox box;
    private final History history;
    private final AtomicInteger count = new AtomicInteger();

    Execution(CellRunner runner, Publisher publisher, InputBox box, History history) {
        this.runner = runner;
        this.publisher = publisher;
        this.box = box;
        this.history = history;
    }

    /// What a request wants.
    private record Wanted(String code, boolean silent, boolean kept, int number) {}

    private Wanted wanted(Message request) {
        ObjectNode asked = request.content();
        String code = asked.path("code").asString("");
        boolean silent = asked.path("silent").asBoolean(false);
        boolean kept = !silent && asked.path("store_history").asBoolean(true) && !code.isBlank();
        return new Wanted(code, silent, kept, kept ? count.incrementAndGet() : count.get());
    }

    /// Runs the request's code, publishing as it goes, and returns the reply's content.
    ObjectNode execute(Message request) {
        var wanted = wanted(request);
        var output = new CellOutput(publisher, request, box);
        if (!wanted.silent()) {
            output.publish(
                    "execute_input", Json.object().put("code", wanted.code()).put("execution_count", wanted.number()));
        }
        try {
            var ending = runner.run(wanted.code(), "cell " + wanted.number(), output, output);
            ObjectNode reply = ended(ending, wanted, request, output);
            return reply.put("execution_count", wanted.number());
        } finally {
            output.end();
        }
    }

    private ObjectNode ended(CellRunner.Ending ending, Wanted wanted, Message request, CellOutput output) {
        if (wanted.kept()) history.add(wanted.number(), wanted.code());
        return switch (ending) {
            case CellRunner.Finished finished -> {
                finished.value().ifPresent(value -> show(value, wanted, output));
                ObjectNode reply = Json.object().put("status", "ok");
                reply.set("user_expressions", expressions(request, wanted, output));
                reply.set("payload", output.payload());
                yield reply;
            }
            case CellRunner.Failed failed -> {
                output.publish("error", Failures.content(failed));
                ObjectNode reply = Failures.reply(failed);
                reply.set("payload", output.payload());
                yield reply;
            }
        };
    }

    private void show(MimeBundle value, Wanted wanted, CellOutput output) {
        if (wanted.silent()) return;
        output.publish("execute_result", CellOutput.content(value).put("execution_count", wanted.number()));
        if (wanted.kept()) {
            String text = value.plain();
            history.addOutput(wanted.number(), text.substring(0, Math.min(text.length(), MOST_OF_AN_OUTPUT)));
        }
    }

    /// What each expression comes to, or how it fails, under the client's own name for it.
    private ObjectNode expressions(Message request, Wanted wanted, CellOutput output) {
        var values = Json.object();
        request.content().path("user_expressions").properties().forEach(asked -> {
            String code = asked.getValue().asString("");
            values.set(
                    asked.getKey(),
                    switch (runner.run(code, "expression of cell " + wanted.number(), output, output)) {
                        case CellRunner.Finished finished ->
                            CellOutput.content(finished.value().orElse(MimeBundle.text("")))
                                    .put("status", "ok");
                        case CellRunner.Failed failed -> Failures.reply(failed);
                    });
        });
        return values;
    }

    /// The reply to a request that is not run since one before it failed.
    ObjectNode aborted() {
        return Json.object().put("status", "aborted").put("execution_count", count.get());
    }
}
