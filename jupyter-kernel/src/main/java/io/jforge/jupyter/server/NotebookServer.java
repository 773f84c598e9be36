package io.jforge.jupyter.server;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Comms;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Post;
import io.jforge.jupyter.wire.Signer;
import io.jforge.jupyter.wire.WireException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
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

    /// No request is larger: whoever sends more is cut off before it fills the memory.
    private static final long MOST_BYTES = 256 << 20;

    private final ConnectionInfo connection;
    private final Shell shell;
    private final Magics magics;
    private final Renderer renderer;
    private final History history;
    private final ZMQ.Context context = ZMQ.context(1);
    private final Signer signer;

    public NotebookServer(ConnectionInfo connection, Shell shell, Magics magics, Renderer renderer, History history) {
        this.connection = connection;
        this.shell = shell;
        this.magics = magics;
        this.renderer = renderer;
        this.history = history;
        this.signer = new Signer(connection.key(), connection.signatureScheme());
    }

    /// Serves until a shutdown request, and returns when its reply is on its way.
    public void run() throws InterruptedException {
        CellDisplays.renderWith(renderer);
        ZMQ.Socket heartbeat = bind(SocketType.REP, connection.hbPort());
        var publisher = new Publisher(bind(SocketType.XPUB, connection.iopubPort()), signer);
        Post requests = post(connection.shellPort());
        Post controls = post(connection.controlPort());
        Post lines = post(connection.stdinPort());
        var control = new Control(shell, publisher);
        var box = new InputBox(lines::send);
        var subshells = new Subshells(loops(requests, publisher, control, box), shell::leave, requests::send);
        var controlLoop = new ControlLoop(controls::send, publisher, control, subshells);
        start("heartbeat", () -> echo(heartbeat));
        List<Thread> ending = List.of(
                start("iopub", publisher::loop),
                start("stdin", () -> lines.serve(box::answered)),
                start("shell", () -> requests.serve(subshells::route)),
                start("control", () -> controls.serve(controlLoop::handle)));
        control.awaitShutdown();
        publisher.end();
        List.of(requests, controls, lines).forEach(Post::end);
        for (Thread each : ending) each.join(CLOSING.dividedBy(4));
        // the sockets are closed, and what they sent last lingers
        start("closing", context::term).join(CLOSING.dividedBy(2));
    }

    private Supplier<ShellLoop> loops(Post requests, Publisher publisher, Control control, InputBox box) {
        var comms = new CommDesk(shell, publisher, box, Comms.OF_CELLS);
        Comms.OF_CELLS.sendThrough(comms.ofNoCell());
        var execution = new Execution(new CellRunner(shell, magics, renderer), publisher, box, history);
        var questions = new Questions(new CellQuestions(shell, magics), new Past(history), comms);
        return () -> new ShellLoop(requests::send, publisher, execution, questions, comms, control, shell);
    }

    private Post post(int port) {
        return new Post(bind(SocketType.ROUTER, port), signer, Log::once);
    }

    private ZMQ.Socket bind(SocketType type, int port) {
        ZMQ.Socket socket = context.socket(type);
        socket.setLinger(LINGER_MILLIS);
        socket.setRcvHWM(0);
        socket.setMaxMsgSize(MOST_BYTES);
        boolean broadcasts = type == SocketType.XPUB;
        socket.setSndHWM(broadcasts ? MOST_UNREAD_MESSAGES : 0);
        if (broadcasts) {
            socket.setXpubNoDrop(true); // a slow client holds the publisher back, and that the printing cells
            socket.setXpubVerbose(true); // each client is welcomed, not the first alone
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

    private static void echo(ZMQ.Socket socket) {
        try {
            while (true) {
                socket.send(socket.recv());
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
