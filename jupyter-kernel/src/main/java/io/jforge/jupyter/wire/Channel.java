package io.jforge.jupyter.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.zeromq.ZMQ;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// Jupyter messages over one ZeroMQ socket; like the socket, it belongs to one thread.
public final class Channel {
    private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(StandardCharsets.US_ASCII);

    private final ZMQ.Socket socket;
    private final Signer signer;

    public Channel(ZMQ.Socket socket, Signer signer) {
        this.socket = socket;
        this.signer = signer;
    }

    public void send(Message message) {
        byte[] header = bytes(message.header());
        byte[] parent = bytes(message.parent());
        byte[] metadata = bytes(message.metadata());
        byte[] content = bytes(message.content());
        String signature = signer.sign(header, parent, metadata, content);
        message.identities().forEach(socket::sendMore);
        socket.sendMore(DELIMITER);
        socket.sendMore(signature);
        socket.sendMore(header);
        socket.sendMore(parent);
        socket.sendMore(metadata);
        List<byte[]> buffers = message.buffers();
        socket.send(content, buffers.isEmpty() ? 0 : ZMQ.SNDMORE);
        for (int i = 0; i < buffers.size(); i++) {
            socket.send(buffers.get(i), i + 1 < buffers.size() ? ZMQ.SNDMORE : 0);
        }
    }

    /// Waits for the next message.
    ///
    /// @throws WireException when it is malformed or wrongly signed; it has then been read whole, so the next can
    /// follow
    /// @throws ZMQException when the socket's context was closed meanwhile
    public Message receive() {
        while (true) {
            byte[] first = socket.recv();
            if (first != null) {
                return decode(restAfter(first));
            }
        }
    }

    /// Waits for the next message that long at most.
    ///
    /// @throws WireException when it is malformed or wrongly signed
    public Optional<Message> receive(Duration atMost) {
        socket.setReceiveTimeOut((int) Math.min(Integer.MAX_VALUE, Math.max(0, atMost.toMillis())));
        try {
            byte[] first = socket.recv();
            return first == null ? Optional.empty() : Optional.of(decode(restAfter(first)));
        } finally {
            socket.setReceiveTimeOut(-1);
        }
    }

    private List<byte[]> restAfter(byte[] first) {
        List<byte[]> frames = new ArrayList<>(List.of(first));
        while (socket.hasReceiveMore()) {
            frames.add(socket.recv());
        }
        return frames;
    }

    private Message decode(List<byte[]> frames) {
        int at = 0;
        while (at < frames.size() && !Arrays.equals(frames.get(at), DELIMITER)) {
            at++;
        }
        if (frames.size() < at + 6) {
            throw new WireException("a message of %d frames is not a Jupyter message".formatted(frames.size()));
        }
        String signature = new String(frames.get(at + 1), StandardCharsets.US_ASCII);
        List<byte[]> parts = frames.subList(at + 2, at + 6);
        if (!signer.verify(signature, parts.get(0), parts.get(1), parts.get(2), parts.get(3))) {
            throw new WireException("a message with a wrong signature was ignored");
        }
        return new Message(
                frames.subList(0, at),
                object(parts.get(0)),
                object(parts.get(1)),
                object(parts.get(2)),
                object(parts.get(3)),
                frames.subList(at + 6, frames.size()));
    }

    private static byte[] bytes(ObjectNode node) {
        return Json.MAPPER.writeValueAsBytes(node);
    }

    private static ObjectNode object(byte[] frame) {
        try {
            if (Json.MAPPER.readTree(frame) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new WireException("a message holds malformed JSON", e);
        }
        throw new WireException("a message holds JSON that is not an object");
    }
}
