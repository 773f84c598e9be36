package io.jforge.jupyter.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class ChannelTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final ZContext context = new ZContext();
    private final ZMQ.Socket server = context.createSocket(SocketType.ROUTER);
    private final ZMQ.Socket client = context.createSocket(SocketType.DEALER);

    {
        client.connect("tcp://127.0.0.1:" + server.bindToRandomPort("tcp://127.0.0.1"));
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static Channel channel(ZMQ.Socket socket, String key) {
        return new Channel(socket, new Signer(key, "hmac-sha256"));
    }

    @Test
    void aRequestAndItsReplyMakeARoundTrip() {
        Message request = Message.request("execute_request", "me", Json.object().put("code", "é😀你"));
        channel(client, "key").send(request);

        Message received = channel(server, "key").receive(SOON).orElseThrow();
        assertThat(received.identities()).hasSize(1);
        assertThat(received.type()).isEqualTo("execute_request");
        assertThat(received.session()).isEqualTo("me");
        assertThat(received.header()).isEqualTo(request.header());
        assertThat(received.content().path("code").asString()).isEqualTo("é😀你");

        channel(server, "key")
                .send(received.reply("execute_reply", Json.object().put("status", "ok")));
        Message reply = channel(client, "key").receive(SOON).orElseThrow();
        assertThat(reply.parent()).isEqualTo(request.header());
        assertThat(reply.id()).isNotEqualTo(request.id());
    }

    @Test
    void buffersTravelBehindTheContent() {
        Message plain = Message.request("comm_msg", "me", Json.object());
        channel(client, "")
                .send(new Message(
                        List.of(),
                        plain.header(),
                        plain.parent(),
                        plain.metadata(),
                        plain.content(),
                        List.of("one".getBytes(UTF_8), "two".getBytes(UTF_8))));
        assertThat(channel(server, "").receive(SOON).orElseThrow().buffers())
                .containsExactly("one".getBytes(UTF_8), "two".getBytes(UTF_8));
    }

    @Test
    void aWrongSignatureIsRefusedAndTheNextMessageRead() {
        channel(client, "wrong").send(Message.request("one", "me", Json.object()));
        channel(client, "right").send(Message.request("two", "me", Json.object()));
        Channel channel = channel(server, "right");
        assertThatThrownBy(() -> channel.receive(SOON))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("signature");
        assertThat(channel.receive(SOON).orElseThrow().type()).isEqualTo("two");
    }

    @Test
    void framesThatAreNoMessageAreRefused() {
        client.send("hello");
        Channel channel = channel(server, "");
        assertThatThrownBy(() -> channel.receive(SOON)).isInstanceOf(WireException.class);
        assertThat(channel.receive(Duration.ofMillis(10))).isEmpty();
    }

    @Test
    void aConnectionFileIsReadAsWritten(@TempDir Path folder) {
        ConnectionInfo info = ConnectionInfo.onFreePorts("secret");
        Path file = folder.resolve("a connection.json");
        info.write(file);
        assertThat(ConnectionInfo.read(file)).isEqualTo(info);
        assertThat(info.address(info.hbPort())).isEqualTo("tcp://127.0.0.1:" + info.hbPort());
        assertThatThrownBy(() -> ConnectionInfo.read(folder.resolve("none.json")))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("none.json");
    }
}
