package io.jforge.jupyter.wire;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// What happens at one socket: one thread serves it, any thread may send.
public final class Post {
    private final ZMQ.Socket socket;
    private final Channel channel;
    private final Doorbell bell;
    private final Consumer<String> complaint;
    private final Queue<Message> outgoing = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    /// @param complaint told of each message that was passed over
    public Post(ZMQ.Socket socket, Signer signer, Consumer<String> complaint) {
        this.socket = socket;
        this.channel = new Channel(socket, signer);
        this.bell = new Doorbell(socket);
        this.complaint = complaint;
    }

    /// Sends soon, behind what was sent before.
    public void send(Message message) {
        outgoing.add(message);
        bell.ring();
    }

    /// Lets the serving thread end once everything is sent.
    public void end() {
        ended = true;
        bell.ring();
    }

    /// Hands on what comes until the end, here or of the context, and then closes the socket.
    ///
    /// @param handler keeps all messages waiting while it works
    public void serve(Consumer<Message> handler) {
        try (bell) {
            while (!ended) {
                sendAll();
                if (bell.hasMail()) {
                    receive(handler);
                } else {
                    bell.await();
                }
            }
            sendAll();
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                throw e;
            }
        } finally {
            socket.close();
        }
    }

    private void sendAll() {
        for (var message = outgoing.poll(); message != null; message = outgoing.poll()) {
            channel.send(message);
        }
    }

    private void receive(Consumer<Message> handler) {
        try {
            handler.accept(channel.receive());
        } catch (ZMQException e) {
            throw e;
        } catch (WireException e) {
            complaint.accept(e.getMessage());
        } catch (RuntimeException e) {
            complaint.accept("a message could not be handled: " + e); // the next one may fare better
        }
    }
}
