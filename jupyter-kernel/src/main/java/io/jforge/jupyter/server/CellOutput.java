package io.jforge.jupyter.server;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Locale;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Where one cell prints and displays: IOPub messages with the cell's request as their parent.
final class CellOutput implements Output, Display {
    private static final int MOST_CHARACTERS = 1 << 16;

    private final Publisher publisher;
    private final Message request;
    private final StringBuilder text = new StringBuilder();
    private Output.Stream stream = Output.Stream.OUT;

    CellOutput(Publisher publisher, Message request) {
        this.publisher = publisher;
        this.request = request;
    }

    @Override
    public void print(Output.Stream to, String what) {
        for (int at = 0; at < what.length(); ) {
            int end = pieceEnd(what, at);
            append(to, what, at, end);
            at = end;
            publisher.awaitRoom();
        }
    }

    /// Where a piece of at most the most characters ends that cuts no character in two.
    private static int pieceEnd(String what, int from) {
        int end = Math.min(what.length(), from + MOST_CHARACTERS);
        return end < what.length() && Character.isHighSurrogate(what.charAt(end - 1)) ? end - 1 : end;
    }

    private synchronized void append(Output.Stream to, String what, int from, int end) {
        if (to != stream || text.length() + end - from > MOST_CHARACTERS) {
            flush();
        }
        stream = to;
        if (text.isEmpty()) {
            publisher.gather(this);
        }
        text.append(what, from, end);
    }

    /// Queues the text gathered so far.
    synchronized void flush() {
        if (!text.isEmpty()) {
            String name = "std" + stream.name().toLowerCase(Locale.ROOT);
            ObjectNode content = Json.object().put("name", name).put("text", text.toString());
            publisher.publishText(request.broadcast("stream", content), text.length());
            text.setLength(0);
        }
    }

    @Override
    public Handle show(MimeBundle bundle) {
        String id = UUID.randomUUID().toString();
        publish("display_data", displayed(bundle, id));
        return next -> ofThisThread().publish("update_display_data", displayed(next, id));
    }

    /// A later cell may change what an earlier one shows; clients listen for that in the later one's messages.
    private CellOutput ofThisThread() {
        return Shell.outputOfThisThread()
                .filter(CellOutput.class::isInstance)
                .map(CellOutput.class::cast)
                .orElse(this);
    }

    /// Queues a message behind all text printed before it.
    synchronized void publish(String type, ObjectNode content) {
        flush();
        publisher.publish(request.broadcast(type, content));
    }

    private static ObjectNode displayed(MimeBundle bundle, String id) {
        ObjectNode content = content(bundle);
        content.putObject("transient").put("display_id", id);
        return content;
    }

    static ObjectNode content(MimeBundle bundle) {
        ObjectNode content = Json.object();
        content.set("data", Json.MAPPER.valueToTree(bundle.data()));
        content.set("metadata", Json.MAPPER.valueToTree(bundle.metadata()));
        return content;
    }
}
