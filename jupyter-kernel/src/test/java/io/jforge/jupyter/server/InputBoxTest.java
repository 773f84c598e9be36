package io.jforge.jupyter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.magic.CellInput;
import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import tools.jackson.databind.node.ObjectNode;

/// A client's input box, over real sockets.
@Timeout(30)
class InputBoxTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final byte[] CLIENT = "client".getBytes(StandardCharsets.UTF_8);

    private final ZContext context = new ZContext();
    private final ZMQ.Socket server = context.createSocket(SocketType.ROUTER);
    private final ZMQ.Socket client = context.createSocket(SocketType.DEALER);
    private final CellInput input = new CellInput();
    private final InputBox box = new InputBox(input);
    private final Channel asked = new Channel(client, new Signer("key", "hmac-sha256"));
    private volatile boolean over;
    private Thread stdin;

    @BeforeEach
    void serve() {
        client.setIdentity(CLIENT);
        client.connect("tcp://127.0.0.1:" + server.bindToRandomPort("tcp://127.0.0.1"));
        asked.send(Message.request("input_reply", "me", Json.object().put("value", "nobody asked for this")));
        var channel = new Channel(server, new Signer("key", "hmac-sha256"));
        stdin = Thread.ofPlatform().start(() -> {
            while (!over) box.step(channel);
        });
    }

    @AfterEach
    void close() throws InterruptedException {
        over = true;
        stdin.join();
        context.close();
    }

    private static Message cell(boolean allowsStdin) {
        Message request = Message.request("execute_request", "me", Json.object().put("allow_stdin", allowsStdin));
        return new Message(
                List.of(CLIENT),
                request.header(),
                request.parent(),
                request.metadata(),
                request.content(),
                request.buffers());
    }

    private String reply(String value) {
        Message question = asked.receive(SOON).orElseThrow();
        assertThat(question.type()).isEqualTo("input_request");
        assertThat(question.content().path("password").asBoolean(true)).isFalse();
        ObjectNode content = Json.object().put("value", value);
        asked.send(Message.request("input_reply", "me", content));
        return question.content().path("prompt").asString();
    }

    @Test
    void linesAreAskedForInTurnOfTheClientWhoseCellRuns() throws Exception {
        var lines = box.during(cell(true), () -> {
            var first = input.ask("first?").orElseThrow();
            var second = input.ask("second?").orElseThrow();
            assertThat(reply("1")).isEqualTo("first?");
            assertThat(reply("2 äöü 😀")).isEqualTo("second?");
            return List.of(first.join(), second.join());
        });
        assertThat(lines).containsExactly("1", "2 äöü 😀");
    }

    @Test
    void aLineThatNobodyNeedsAnyMoreMakesRoomForTheNext() {
        box.during(cell(true), () -> {
            var first = input.ask("first?").orElseThrow();
            assertThat(asked.receive(SOON)
                            .orElseThrow()
                            .content()
                            .path("prompt")
                            .asString())
                    .isEqualTo("first?");
            first.cancel(false);
            var second = input.ask("second?").orElseThrow();
            assertThat(reply("two")).isEqualTo("second?");
            return second.join();
        });
    }

    @Test
    void theEndOfTheCellEndsTheWait() throws Exception {
        var left = box.during(cell(true), () -> input.ask("anybody?").orElseThrow());
        assertThatThrownBy(() -> left.get(1, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        assertThat(input.ask("now?")).isEmpty();
    }

    @Test
    void aClientThatHasNobodyToAskIsNotAsked() {
        assertThat(box.during(cell(false), () -> input.ask("you?"))).isEmpty();
        assertThat(asked.receive(Duration.ofMillis(400))).isEmpty();
    }
}
