package io.jforge.jupyter.server;

import io.jforge.jupyter.display.CommOutlet;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.shell.Input;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Where one cell prints and displays: IOPub messages with the cell's request as their parent.
final class CellOutput implements Output, Display, CommOutlet {
    private static final int MOST_CHARACTERS = 1 << 16;

    /// What a message weighs besides its text.
    private static final int FRAME = 512;

    private final Publisher publisher;
    private final Message request;
    private final InputBox.Person person;
    private final ArrayNode payload = Json.MAPPER.createArrayNode();
    private final StringBuilder text = new StringBuilder();
    private Output.Stream stream = Output.Stream.OUT;

    CellOutput(Publisher publisher, Message request, InputBox box) {
        this.publisher = publisher;
        this.request = request;
        this.person = box.new Person(request, this::flush);
    }

    @Override
    public Input input() {
        return person;
    }

    /// The cell has ended: its threads may print on, but nobody answers them.
    void end() {
        person.close();
        flush();
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
            publisher.publish(request.broadcast("stream", content), text.length());
            text.setLength(0);
        }
    }

    @Override
    public Handle show(MimeBundle bundle) {
        String id = UUID.randomUUID().toString();
        display("display_data", bundle, id);
        return next -> ofThisThread().display("update_display_data", next, id);
    }

    /// A later cell may change what an earlier one shows; clients listen for that in the later one's messages.
    private CellOutput ofThisThread() {
        return Shell.outputOfThisThread()
                .filter(CellOutput.class::isInstance)
                .map(CellOutput.class::cast)
                .orElse(this);
    }

    private void display(String type, MimeBundle bundle, String id) {
        ObjectNode content = content(bundle);
        content.putObject("transient").put("display_id", id);
        publish(request.broadcast(type, content), bundle.data().values());
    }

    @Override
    public void clear(boolean wait) {
        publish("clear_output", Json.object().put("wait", wait));
    }

    @Override
    public synchronized void page(MimeBundle bundle) {
        payload.add(Json.object()
                .put("source", "page")
                .put("start", 0)
                .set("data", Json.MAPPER.valueToTree(bundle.data())));
    }

    /// What the client shall do besides, once the cell has ended.
    synchronized ArrayNode payload() {
        return payload.deepCopy();
    }

    @Override
    public void send(String type, Map<String, ?> content, List<byte[]> buffers) {
        ObjectNode json = Json.MAPPER.valueToTree(content);
        publish(request.broadcast(type, json).with(buffers), List.of(json.toString()));
    }

    private void publish(Message message, Iterable<?> parts) {
        long weight = FRAME;
        for (Object part : parts) weight += part instanceof CharSequence chars ? chars.length() : FRAME;
        for (byte[] buffer : message.buffers()) weight += buffer.length;
        synchronized (this) {
            flush();
            publisher.publish(message, weight);
        }
        publisher.awaitRoom();
    }

    /// Queues a message behind all text printed before it.
    synchronized void publish(String type, ObjectNode content) {
        flush();
        publisher.publish(request.broadcast(type, content));
    }

    static ObjectNode content(MimeBundle bundle) {
        ObjectNode content = Json.object();
        content.set("data", Json.MAPPER.valueToTree(bundle.data()));
        content.set("metadata", Json.MAPPER.valueToTree(bundle.metadata()));
        return content;
    }
}
