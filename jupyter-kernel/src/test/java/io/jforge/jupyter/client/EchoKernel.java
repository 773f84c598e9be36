package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import tools.jackson.databind.node.ObjectNode;

/// A kernel that says what its cells tell it to say, one command a line: `out TEXT`, `display ID TEXT`, `exit 3`...
final class EchoKernel {
    private final Channel shell;
    private final Channel control;
    private final Channel iopub;
    private Optional<Message> cellBefore = Optional.empty();
    private int count;

    private EchoKernel(ZContext context, ConnectionInfo connection) {
        var signer = new Signer(connection.key(), connection.signatureScheme());
        shell = new Channel(bound(context, SocketType.ROUTER, connection.address(connection.shellPort())), signer);
        control = new Channel(bound(context, SocketType.ROUTER, connection.address(connection.controlPort())), signer);
        iopub = new Channel(bound(context, SocketType.PUB, connection.address(connection.iopubPort())), signer);
    }

    private static ZMQ.Socket bound(ZContext context, SocketType type, String address) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.bind(address);
        return socket;
    }

    /// Serves until it is shut down.
    ///
    /// @param arguments the connection file, or `refuse` or `hang` for a kernel that never comes up
    public static void main(String... arguments) throws Exception {
        if (arguments[0].equals("refuse")) {
            System.err.println("no licence for this kernel");
            System.exit(4);
        }
        if (arguments[0].equals("hang")) {
            Thread.sleep(Duration.ofHours(1));
        }
        try (var context = new ZContext()) {
            new EchoKernel(context, ConnectionInfo.read(Path.of(arguments[0]))).serve();
        }
    }

    private void serve() throws Exception {
        while (true) {
            Optional<Message> request = shell.receive(Duration.ofMillis(5));
            if (request.isPresent()) {
                answer(request.get());
            }
            Optional<Message> urgent = control.receive(Duration.ZERO);
            if (urgent.filter(each -> each.type().equals("shutdown_request")).isPresent()) {
                control.send(urgent.get().reply("shutdown_reply", ok()));
                Thread.sleep(50);
                return;
            }
        }
    }

    private void answer(Message request) throws Exception {
        tell(request, "status", Json.object().put("execution_state", "busy"));
        if (request.type().equals("kernel_info_request")) {
            ObjectNode info = ok().put("protocol_version", "5.4");
            info.putObject("language_info").put("name", "java").put("version", "25");
            shell.send(request.reply("kernel_info_reply", info));
        } else {
            shell.send(request.reply("execute_reply", execute(request)));
            cellBefore = Optional.of(request);
        }
        tell(request, "status", Json.object().put("execution_state", "idle"));
    }

    private ObjectNode execute(Message request) throws Exception {
        String code = request.content().path("code").asString("");
        tell(request, "execute_input", Json.object().put("code", code).put("execution_count", ++count));
        for (String line : code.split("\n", -1)) {
            Optional<ObjectNode> error = obey(request, List.of(line.split(" ", 3)));
            if (error.isPresent()) {
                return error.get().put("status", "error").put("execution_count", count);
            }
        }
        return ok().put("execution_count", count);
    }

    private Optional<ObjectNode> obey(Message request, List<String> words) throws Exception {
        String rest = String.join(" ", words.subList(1, words.size()));
        switch (words.getFirst()) {
            case "out" -> tell(request, "stream", stream("stdout", rest));
            case "err" -> tell(request, "stream", stream("stderr", rest));
            case "late" -> tell(cellBefore.orElseThrow(), "stream", stream("stdout", rest));
            case "env" -> tell(request, "stream", stream("stdout", System.getenv(rest)));
            case "result" -> tell(request, "execute_result", bundle(rest, "").put("execution_count", count));
            case "display" -> tell(request, "display_data", bundle(words.get(2), words.get(1)));
            case "update" -> tell(request, "update_display_data", bundle(words.get(2), words.get(1)));
            case "clear" -> tell(request, "clear_output", Json.object().put("wait", rest.equals("wait")));
            case "exit" -> {
                System.err.println("out of luck");
                Thread.sleep(100); // what was said before gets out
                Runtime.getRuntime().halt(Integer.parseInt(rest));
            }
            case "quiet-fail" -> {
                return Optional.of(error("Quiet", rest));
            }
            case "fail" -> {
                tell(request, "error", error("Failure", rest));
                return Optional.of(error("Failure", rest));
            }
            case "sleep" -> {
                if (interruptedWithin(Duration.ofMillis(Long.parseLong(rest)))) {
                    tell(request, "error", error("Interrupted", ""));
                    return Optional.of(error("Interrupted", ""));
                }
            }
            case "stuck" -> Thread.sleep(Duration.ofHours(1));
            default -> {}
        }
        return Optional.empty();
    }

    private boolean interruptedWithin(Duration span) {
        Optional<Message> urgent = control.receive(span);
        urgent.ifPresent(each -> control.send(each.reply("interrupt_reply", ok())));
        return urgent.isPresent();
    }

    private void tell(Message about, String type, ObjectNode content) {
        iopub.send(about.broadcast(type, content));
    }

    private static ObjectNode ok() {
        return Json.object().put("status", "ok");
    }

    private static ObjectNode stream(String name, String text) {
        return Json.object().put("name", name).put("text", text + "\n");
    }

    private static ObjectNode error(String name, String value) {
        ObjectNode error = Json.object().put("ename", name).put("evalue", value);
        error.putArray("traceback").add("\u001b[31m" + name + "\u001b[0m: " + value);
        return error;
    }

    private static ObjectNode bundle(String text, String displayId) {
        ObjectNode content = Json.object();
        content.putObject("data").put("text/plain", text);
        content.putObject("metadata");
        ObjectNode passing = content.putObject("transient");
        if (!displayId.isEmpty()) {
            passing.put("display_id", displayId);
        }
        return content;
    }
}
