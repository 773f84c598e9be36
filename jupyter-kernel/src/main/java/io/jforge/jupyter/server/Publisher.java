package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.Doorbell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// The thread that owns the IOPub socket: sends what others queue, in order, collects printed text for a
/// moment, and welcomes who begins to listen.
final class Publisher {
    /// How long printed text may wait for more of its kind.
    private static final Duration GATHERING = Duration.ofMillis(10);

    /// How much that is unsent holds printing threads back.
    private static final long MOST_WAITING_CHARACTERS = 4 << 20;

    private final ZMQ.Socket socket;
    private final Channel channel;
    private final Doorbell bell;
    private final Queue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final Map<CellOutput, Long> gathering = new LinkedHashMap<>();
    private long waitingCharacters;
    private volatile boolean ended;

    private sealed interface Entry {}

    private record Send(Message message, long weight) implements Entry {}

    private record Gather(CellOutput output) implements Entry {}

    Publisher(ZMQ.Socket socket, Signer signer) {
        this.socket = socket;
        this.channel = new Channel(socket, signer);
        this.bell = new Doorbell(socket);
    }

    void publish(Message message) {
        queue(new Send(message, 0));
    }

    /// Queues what a cell made; [#awaitRoom] is what then holds the cell back.
    ///
    /// @param characters how much that is, roughly
    void publish(Message message, long characters) {
        synchronized (this) {
            waitingCharacters += characters;
        }
        queue(new Send(message, characters));
    }

    /// Asks for the output to be flushed after a moment.
    void gather(CellOutput output) {
        queue(new Gather(output));
    }

    private void queue(Entry entry) {
        queue.add(entry);
        bell.ring();
    }

    /// Waits until not too much waits; an interrupt ends the wait, not what waits.
    synchronized void awaitRoom() {
        try {
            while (waitingCharacters > MOST_WAITING_CHARACTERS) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void status(Message request, String state) {
        publish(request.broadcast("status", Json.object().put("execution_state", state)));
    }

    /// Sends what is queued, then ends the loop.
    void end() {
        ended = true;
        bell.ring();
    }

    /// Sends until [#end], then closes the socket.
    void loop() {
        try (bell) {
            while (!ended) {
                sendQueued();
                flushDue();
                if (bell.hasMail()) {
                    welcome(socket.recv());
                } else if (queue.isEmpty()) {
                    rest();
                }
            }
            sendQueued();
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                throw e;
            } // else a client that does not read outlasted the shutdown
        } finally {
            socket.close();
        }
    }

    private void sendQueued() {
        for (var entry = queue.poll(); entry != null; entry = queue.poll()) {
            switch (entry) {
                case Send(var message, var weight) -> {
                    channel.send(message);
                    release(weight);
                }
                case Gather(var output) -> gathering.putIfAbsent(output, System.nanoTime());
            }
        }
    }

    private synchronized void release(long weight) {
        if (weight > 0) {
            waitingCharacters -= weight;
            notifyAll();
        }
    }

    private void rest() {
        if (gathering.isEmpty()) {
            bell.await();
        } else {
            bell.await(Duration.ofNanos(nanosToNextFlush()));
        }
    }

    private long nanosToNextFlush() {
        long oldest = gathering.values().iterator().next();
        return Math.max(0, GATHERING.toNanos() - (System.nanoTime() - oldest));
    }

    private void flushDue() {
        while (!gathering.isEmpty() && nanosToNextFlush() == 0) {
            CellOutput output = gathering.keySet().iterator().next();
            gathering.remove(output);
            output.flush(); // queues behind what the output has queued before
        }
    }

    /// Tells a subscriber that from here on it misses nothing.
    ///
    /// @param subscription 1 and a topic; 0 and a topic where one ends
    private void welcome(byte[] subscription) {
        if (subscription.length == 0 || subscription[0] != 1) return;
        byte[] topic = Arrays.copyOfRange(subscription, 1, subscription.length);
        var content = Json.object().put("subscription", new String(topic, StandardCharsets.UTF_8));
        channel.send(Message.of("iopub_welcome", content).to(List.of(topic)));
    }
}
