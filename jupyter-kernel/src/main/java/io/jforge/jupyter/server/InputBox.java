package io.jforge.jupyter.server;

import io.jforge.jupyter.magic.CellInput;
import io.jforge.jupyter.wire.Channel;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import io.jforge.jupyter.wire.WireException;
import java.time.Duration;

/// Asks the client whose cell runs for lines, over the stdin channel: one `input_request` at a time.
final class InputBox {
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final CellInput input;
    private volatile Message running;

    InputBox(CellInput input) {
        this.input = input;
    }

    /// Does a cell's work, whose client may be asked meanwhile.
    <T> T during(Message request, java.util.function.Supplier<T> work) {
        running = request;
        input.begin(request.content().path("allow_stdin").asBoolean(false));
        try {
            return work.get();
        } finally {
            input.end();
        }
    }

    /// One step of the loop on the channel's own thread; what nobody asked for is passed over.
    void step(Channel channel) {
        try {
            var asked = input.next(IDLE);
            receive(channel, Duration.ZERO);
            if (asked.isPresent()) ask(channel, asked.get());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(Channel channel, CellInput.Asked asked) {
        var content = Json.object().put("prompt", asked.prompt()).put("password", false);
        channel.send(running.reply("input_request", content));
        while (!asked.line().isDone()) {
            var value = receive(channel, LOOK);
            if (value != null) asked.line().complete(value);
        }
    }

    private static String receive(Channel channel, Duration atMost) {
        try {
            return channel.receive(atMost)
                    .filter(message -> message.type().equals("input_reply"))
                    .map(message -> message.content().path("value").asString(""))
                    .orElse(null);
        } catch (WireException bad) {
            Log.once(bad.getMessage());
            return null;
        }
    }
}
