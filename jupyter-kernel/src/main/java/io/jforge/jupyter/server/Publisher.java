package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.Signer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// The thread that owns the IOPub socket: sends what others queue, in order, and collects printed text for a moment.
final class Publisher {
    /// How long printed text may wait for more of its kind.
    private static final Duration GATHERING = Duration.ofMillis(10);

    /// How much unsent text holds printing threads back.
    private static final long MOST_WAITING_CHARACTERS = 4 << 20;

    private final ZMQ.Socket socket;
    private final Channel channel;
    private final LinkedBlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
    private final Map<CellOutput, Long> gathering = new LinkedHashMap<>();
    private long waitingCharacters;

    private sealed interface Entry {}

    private record Send(Message message, int weight) implements Entry {}

    private record Gather(CellOutput output) implements Entry {}

    private record End() implements Entry {}

    Publisher(ZMQ.Socket socket, Signer signer) {
        this.socket = socket;
        this.channel = new Channel(socket, signer);
    }

    void publish(Message message) {
        queue.add(new Send(message, 0));
    }

    /// Queues printed text; [#awaitRoom] is what then holds the printing thread back.
    void publishText(Message message, int characters) {
        synchronized (this) {
            waitingCharacters += characters;
        }
        queue.add(new Send(message, characters));
    }

    /// Asks for the output to be flushed after a moment.
    void gather(CellOutput output) {
        queue.add(new Gather(output));
    }

    /// Waits until not too much text waits; an interrupt ends the wait, not the text.
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
        queue.add(new End());
    }

    /// Sends until [#end], then closes the socket.
    void loop() {
        try {
            while (step()) {
                flushDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                throw e;
            } // else a client that does not read outlasted the shutdown
        } finally {
            socket.close();
        }
    }

    private boolean step() throws InterruptedException {
        Entry entry = gathering.isEmpty() ? queue.take() : queue.poll(nanosToNextFlush(), TimeUnit.NANOSECONDS);
        if (entry instanceof Send send) {
            channel.send(send.message());
            release(send.weight());
        } else if (entry instanceof Gather gather) {
            gathering.putIfAbsent(gather.output(), System.nanoTime());
        }
        return !(entry instanceof End);
    }

    private synchronized void release(int weight) {
        waitingCharacters -= weight;
        notifyAll();
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
}
