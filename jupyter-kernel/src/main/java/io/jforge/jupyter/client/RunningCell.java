package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A code cell from its execution request until the end of the run: late output still finds it.
final class RunningCell {
    private static final String ANSWERED = "shell.execute_reply";
    private static final String IDLE = "iopub.status.idle";

    private final int number;
    private final Cell.Code code;
    private final CellOutputs outputs = new CellOutputs();
    private final Map<String, Instant> times = new LinkedHashMap<>();
    private OptionalInt count = OptionalInt.empty();
    private ObjectNode reply = Json.object();
    private Optional<Output.Failure> failure = Optional.empty();

    RunningCell(int number, Cell.Code code) {
        this.number = number;
        this.code = code;
    }

    int number() {
        return number;
    }

    CellOutputs outputs() {
        return outputs;
    }

    boolean isAnswered() {
        return times.containsKey(ANSWERED);
    }

    /// Answered, and all of its outputs are here.
    boolean isDone() {
        return isAnswered() && times.containsKey(IDLE);
    }

    boolean hasFailed() {
        return isAnswered() && !reply.path("status").asString("error").equals("ok");
    }

    boolean mayFail() {
        return code.tagged("raises-exception");
    }

    /// The reply to the execution request.
    void answered(ObjectNode content, Instant now) {
        times.put(ANSWERED, now);
        reply = content;
        counted(content);
    }

    /// Makes the reply's error an output when, all outputs being here, none is one; returns it then.
    Optional<Output> settled() {
        if (!hasFailed() || failure.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(fail(
                reply.has("ename")
                        ? failure(reply)
                        : new Output.Failure("Aborted", "the kernel did not run this cell", List.of())));
    }

    /// A message about this cell that all may hear; returns the output it adds, if it adds one.
    Optional<Output> heard(Message message, Instant now) {
        ObjectNode content = message.content();
        switch (message.type()) {
            case "status" ->
                times.putIfAbsent(
                        "iopub.status." + content.path("execution_state").asString(""), now);
            case "execute_input" -> {
                times.put("iopub.execute_input", now);
                counted(content);
            }
            case "clear_output" -> {
                if (content.path("wait").asBoolean(false)) {
                    outputs.clearBeforeNext();
                } else {
                    outputs.clear();
                }
            }
            case "error" -> {
                return Optional.of(fail(failure(content)));
            }
            default -> {
                Optional<Output> output = output(message.type(), content);
                output.ifPresent(each -> outputs.add(each, displayId(content)));
                return output;
            }
        }
        return Optional.empty();
    }

    private void counted(ObjectNode content) {
        if (content.path("execution_count").isInt()) {
            count = OptionalInt.of(content.path("execution_count").intValue());
        }
    }

    private Optional<Output> output(String type, ObjectNode content) {
        return switch (type) {
            case "stream" ->
                Optional.of(new Output.Stream(
                        content.path("name").asString("stdout"),
                        content.path("text").asString("")));
            case "display_data" -> Optional.of(new Output.Display(data(content), object(content, "metadata")));
            case "execute_result" ->
                Optional.of(new Output.Result(count(content), data(content), object(content, "metadata")));
            default -> Optional.empty();
        };
    }

    private OptionalInt count(ObjectNode content) {
        JsonNode own = content.path("execution_count");
        return own.isInt() ? OptionalInt.of(own.intValue()) : count;
    }

    private static Output.Failure failure(ObjectNode content) {
        return new Output.Failure(
                content.path("ename").asString("Error"),
                content.path("evalue").asString(""),
                content.path("traceback")
                        .valueStream()
                        .map(line -> line.asString(""))
                        .toList());
    }

    static ObjectNode data(ObjectNode content) {
        return object(content, "data");
    }

    static ObjectNode object(ObjectNode content, String field) {
        return content.path(field) instanceof ObjectNode object ? object : Json.object();
    }

    /// Names an output for later updates; empty when it has no name.
    static String displayId(ObjectNode content) {
        return content.path("transient").path("display_id").asString("");
    }

    /// The error that ended the cell, if one did.
    Optional<Output.Failure> failure() {
        return failure;
    }

    /// Keeps the error as the cell's end and as an output.
    Output fail(Output.Failure error) {
        failure = Optional.of(error);
        outputs.add(error, "");
        return error;
    }

    /// The cell as it is now, to be written back.
    Cell.Code now() {
        ObjectNode metadata = code.metadata().deepCopy();
        ObjectNode execution = metadata.putObject("execution");
        times.forEach((what, when) ->
                execution.put(what, when.truncatedTo(ChronoUnit.MICROS).toString()));
        return new Cell.Code(code.id(), code.source(), metadata, count, outputs.now());
    }
}
