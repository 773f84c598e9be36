package io.jforge.jupyter.server;

import io.jforge.jupyter.display.Comm;
import io.jforge.jupyter.display.Comms;
import io.jforge.jupyter.shell.CellResult;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.node.ObjectNode;

/// Takes what clients send through comms to the cells' code that waits for it.
final class CommDesk {
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private final Shell shell;
    private final Publisher publisher;
    private final InputBox box;
    private final Comms comms;

    CommDesk(Shell shell, Publisher publisher, InputBox box, Comms comms) {
        this.shell = shell;
        this.publisher = publisher;
        this.box = box;
        this.comms = comms;
    }

    /// What a thread of no cell sends through.
    CellOutput ofNoCell() {
        return new CellOutput(publisher, Message.of("comm_msg", Json.object()), box);
    }

    /// Runs the handler of a `comm_open`, `comm_msg` or `comm_close` as if it were a cell of the client
    /// that sent it.
    void handle(Message request) {
        var output = new CellOutput(publisher, request, box);
        try {
            CellResult result = shell.call(output, GRACE, () -> {
                tell(request);
                return null;
            });
            if (result instanceof CellResult.Interrupted) output.print(Output.Stream.ERR, "interrupted\n");
        } catch (Exception failed) {
            var trace = new StringWriter();
            failed.printStackTrace(new PrintWriter(trace));
            output.print(Output.Stream.ERR, trace.toString());
        } finally {
            output.end();
        }
    }

    private void tell(Message request) {
        var content = request.content();
        var id = content.path("comm_id").asString("");
        var message = new Comm.Message(data(content), request.buffers());
        switch (request.type()) {
            case "comm_open" -> comms.opened(id, content.path("target_name").asString(""), message);
            case "comm_msg" -> comms.told(id, message);
            default -> comms.closed(id, message);
        }
    }

    private static Map<String, Object> data(ObjectNode content) {
        return content.path("data") instanceof ObjectNode data ? Json.MAPPER.convertValue(data, MAP) : Map.of();
    }

    /// The content of the reply to a `comm_info_request`.
    ObjectNode info(ObjectNode asked) {
        var wanted = Optional.ofNullable(asked.path("target_name").asString(null));
        var reply = Json.object().put("status", "ok");
        var open = reply.putObject("comms");
        comms.open().stream()
                .filter(comm -> wanted.isEmpty() || wanted.get().equals(comm.target()))
                .forEach(comm -> open.putObject(comm.id()).put("target_name", comm.target()));
        return reply;
    }
}
