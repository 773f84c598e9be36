package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import io.jforge.jupyter.wire.WireException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import tools.jackson.databind.node.ObjectNode;

/// The client's end of a kernel's sockets; it belongs to the one thread that made it.
final class KernelClient implements AutoCloseable {
    private static final int CONNECT_MILLIS = 200;

    private final String session = UUID.randomUUID().toString();
    private final ZContext context = new ZContext();
    private final ZMQ.Poller poller = context.createPoller(3);
    private final Channel shell;
    private final Channel control;
    private final List<Channel> inOrder;

    KernelClient(ConnectionInfo kernel) {
        context.setLinger(0);
        var signer = new Signer(kernel.key(), kernel.signatureScheme());
        ZMQ.Socket iopub = socket(SocketType.SUB, kernel.address(kernel.iopubPort()));
        iopub.subscribe(ZMQ.SUBSCRIPTION_ALL);
        shell = new Channel(socket(SocketType.DEALER, kernel.address(kernel.shellPort())), signer);
        control = new Channel(socket(SocketType.DEALER, kernel.address(kernel.controlPort())), signer);
        inOrder = List.of(new Channel(iopub, signer), shell, control);
    }

    /// Whether the kernel listens on all the ports that a client connects to.
    ///
    /// A connection to a free local port can be given that same port as its own end: it would reach itself, and the
    /// kernel could no longer bind. So this looks from a port known to be another, and ZeroMQ, which tries
    /// again and again, comes after.
    static boolean isListening(ConnectionInfo kernel) {
        int[] ports = {kernel.shellPort(), kernel.controlPort(), kernel.iopubPort()};
        for (int port : ports) {
            try (var probe = new Socket()) {
                probe.bind(new InetSocketAddress(kernel.ip(), 0));
                int own = probe.getLocalPort();
                if (IntStream.of(ports).anyMatch(each -> each == own)) {
                    return false;
                }
                probe.connect(new InetSocketAddress(kernel.ip(), port), CONNECT_MILLIS);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    private ZMQ.Socket socket(SocketType type, String address) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setLinger(0);
        socket.setRcvHWM(0);
        socket.setSndHWM(0);
        socket.connect(address);
        poller.register(socket, ZMQ.Poller.POLLIN);
        return socket;
    }

    /// Sends a request on the shell channel and returns its id, which is the parent of all that answers it.
    String ask(String type, ObjectNode content) {
        return send(shell, type, content);
    }

    /// Sends a request on the control channel, which is heard also while a cell runs.
    String urge(String type, ObjectNode content) {
        return send(control, type, content);
    }

    private String send(Channel channel, String type, ObjectNode content) {
        Message request = Message.request(type, session, content);
        channel.send(request);
        return request.id();
    }

    /// The next message from the kernel, outputs before replies; empty when none came in that time.
    Optional<Message> next(Duration atMost) {
        poller.poll(atMost.toMillis());
        for (int i = 0; i < inOrder.size(); i++) {
            if (poller.pollin(i)) {
                return receive(inOrder.get(i));
            }
        }
        return Optional.empty();
    }

    private static Optional<Message> receive(Channel channel) {
        try {
            return channel.receive(Duration.ZERO);
        } catch (WireException _) {
            return Optional.empty(); // what is not signed with the key is not from the kernel
        }
    }

    @Override
    public void close() {
        poller.close();
        context.close();
    }
}
