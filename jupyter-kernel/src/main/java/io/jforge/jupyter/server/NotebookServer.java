package io.jforge.jupyter.server;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.magic.CellInput;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import io.jforge.jupyter.wire.WireException;
import java.time.Duration;
import java.util.function.Consumer;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// One kernel on its five sockets; each belongs to a thread that waits for nothing else.
public final class NotebookServer {
    /// How long replies may take to leave after a shutdown.
    private static final int LINGER_MILLIS = 300;

    private static final Duration CLOSING = Duration.ofMillis(600);

    /// How many messages a client may leave unread, at 64 KiB of text each.
    private static final int MOST_UNREAD_MESSAGES = 500;

    private final ConnectionInfo connection;
    private final Shell shell;
    private final Magics magics;
    private final Renderer renderer;
    private final CellInput input;
    private final ZMQ.Context context = ZMQ.context(1);
    private final Signer signer;

    /// @param input what cells ask of the person who runs them
    public NotebookServer(ConnectionInfo connection, Shell shell, Magics magics, Renderer renderer, CellInput input) {
        this.input = input;
        this.connection = connection;
        this.shell = shell;
        this.magics = magics;
        this.renderer = renderer;
        this.signer = new Signer(connection.key(), connection.signatureScheme());
    }

    /// Serves until a shutdown request, and returns when its reply is on its way.
    public void run() throws InterruptedException {
        CellDisplays.renderWith(renderer);
        ZMQ.Socket heartbeat = bind(SocketType.REP, connection.hbPort());
        ZMQ.Socket requests = bind(SocketType.ROUTER, connection.shellPort());
        ZMQ.Socket controls = bind(SocketType.ROUTER, connection.controlPort());
        ZMQ.Socket input = bind(SocketType.ROUTER, connection.stdinPort());
        ZMQ.Socket broadcast = bind(SocketType.XPUB, connection.iopubPort());
        Publisher publisher = new Publisher(broadcast, signer);
        var control = new Control(shell, publisher);
        var box = new InputBox(this.input);
        var execution = new Execution(new CellRunner(shell, magics, renderer), publisher, box);
        var channel = new Channel(requests, signer);
        var questions = new Questions(new CellQuestions(shell, magics));
        var loop = new ShellLoop(channel, publisher, execution, questions, control);
        Thread publishing = start("iopub", publisher::loop);
        start("heartbeat", () -> echo(heartbeat));
        var lines = new Channel(input, signer);
        start("stdin", () -> untilTerminated(input, () -> box.step(lines)));
        start("control", () -> controls(controls, publisher, control));
        start("shell", () -> receive(requests, channel, loop::handle));
        control.awaitShutdown();
        publisher.end();
        publishing.join(CLOSING.dividedBy(2));
        // every loop ends and closes its socket, whose last messages linger; a cell may hold its loop back
        Thread.ofPlatform().daemon().name("closing").start(context::term).join(CLOSING.dividedBy(2));
    }

    private ZMQ.Socket bind(SocketType type, int port) {
        ZMQ.Socket socket = context.socket(type);
        socket.setLinger(LINGER_MILLIS);
        socket.setRcvHWM(0);
        boolean broadcasts = type == SocketType.XPUB;
        socket.setSndHWM(broadcasts ? MOST_UNREAD_MESSAGES : 0);
        if (broadcasts) {
            socket.setXpubNoDrop(true); // a slow client holds the publisher back, and that the printing cells
        }
        String address = connection.address(port);
        try {
            socket.bind(address);
        } catch (ZMQException e) {
            throw new WireException("cannot listen on %s: %s".formatted(address, e.getMessage()), e);
        }
        return socket;
    }

    private static Thread start(String name, Runnable loop) {
        return Thread.ofPlatform().daemon().name(name).start(loop);
    }

    private void controls(ZMQ.Socket socket, Publisher publisher, Control control) {
        var channel = new Channel(socket, signer);
        receive(socket, channel, request -> {
            publisher.status(request, "busy");
            control.answer(request)
                    .ifPresentOrElse(
                            content -> channel.send(
                                    request.reply(request.type().replaceFirst("_request$", "_reply"), content)),
                            () -> Log.once("ignored a " + request.type() + " on the control channel"));
            publisher.status(request, "idle");
            control.endIfAsked();
        });
    }

    /// Handles messages until the context ends; a bad one is logged and passed over.
    private static void receive(ZMQ.Socket socket, Channel channel, Consumer<Message> handler) {
        untilTerminated(socket, () -> {
            try {
                handler.accept(channel.receive());
            } catch (ZMQException e) {
                throw e;
            } catch (WireException e) {
                Log.once(e.getMessage());
            } catch (RuntimeException e) {
                Log.once("a message could not be handled: " + e); // the next one may fare better
            }
        });
    }

    private static void echo(ZMQ.Socket socket) {
        untilTerminated(socket, () -> socket.send(socket.recv()));
    }

    private static void untilTerminated(ZMQ.Socket socket, Runnable step) {
        try {
            while (true) {
                step.run();
            }
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                throw e;
            }
        } finally {
            socket.close();
        }
    }
}
