package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Json;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Lays a notebook out as Jupyter itself writes it: keys sorted, one space of indent, texts as lists of lines.
final class NotebookWriter {
    private static final Pattern AFTER_LINE = Pattern.compile("(?<=\n)");
    private static final ObjectWriter WRITER =
            Json.MAPPER.writer().with(layout()).without(JsonWriteFeature.WRITE_HEX_UPPER_CASE);

    private NotebookWriter() {}

    static String toJson(Notebook notebook) {
        ObjectNode root = Json.object();
        ArrayNode cells = root.putArray("cells");
        notebook.cells().forEach(cell -> cells.add(cell(cell)));
        root.set("metadata", notebook.metadata());
        root.put("nbformat", 4).put("nbformat_minor", 5);
        return WRITER.writeValueAsString(root) + "\n";
    }

    private static DefaultPrettyPrinter layout() {
        var separators = Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        var indent = new DefaultIndenter(" ", "\n");
        return new DefaultPrettyPrinter(separators).withObjectIndenter(indent).withArrayIndenter(indent);
    }

    private static ObjectNode cell(Cell cell) {
        ObjectNode node = Json.object();
        switch (cell) {
            case Cell.Code code -> {
                node.put("cell_type", "code");
                putCount(node, code.executionCount());
                putIdentity(node, cell);
                ArrayNode outputs = node.putArray("outputs");
                code.outputs().forEach(output -> outputs.add(output(output)));
            }
            case Cell.Markdown markdown -> putProse(node, "markdown", cell, markdown.attachments());
            case Cell.Raw raw -> putProse(node, "raw", cell, raw.attachments());
        }
        node.set("source", lines(cell.source()));
        return node;
    }

    private static void putProse(ObjectNode node, String type, Cell cell, ObjectNode attachments) {
        if (!attachments.isEmpty()) {
            node.set("attachments", attachments);
        }
        node.put("cell_type", type);
        putIdentity(node, cell);
    }

    private static void putIdentity(ObjectNode node, Cell cell) {
        node.put("id", cell.id());
        node.set("metadata", cell.metadata());
    }

    private static ObjectNode output(Output output) {
        ObjectNode node = Json.object();
        switch (output) {
            case Output.Stream stream -> {
                node.put("name", stream.name()).put("output_type", "stream");
                node.set("text", lines(stream.text()));
            }
            case Output.Display display -> {
                node.set("data", bundle(display.data()));
                node.set("metadata", display.metadata());
                node.put("output_type", "display_data");
            }
            case Output.Result result -> {
                node.set("data", bundle(result.data()));
                putCount(node, result.executionCount());
                node.set("metadata", result.metadata());
                node.put("output_type", "execute_result");
            }
            case Output.Failure failure -> {
                node.put("ename", failure.name()).put("evalue", failure.value()).put("output_type", "error");
                ArrayNode frames = node.putArray("traceback");
                failure.traceback().forEach(frames::add);
            }
        }
        return node;
    }

    private static void putCount(ObjectNode node, OptionalInt count) {
        if (count.isPresent()) {
            node.put("execution_count", count.getAsInt());
        } else {
            node.putNull("execution_count");
        }
    }

    private static ObjectNode bundle(ObjectNode data) {
        ObjectNode stored = Json.object();
        data.forEachEntry((type, value) -> stored.set(type, stored(type, value)));
        return stored;
    }

    private static JsonNode stored(String type, JsonNode value) {
        return MimeTypes.isLines(type) && value.isString() ? lines(value.stringValue()) : value;
    }

    private static ArrayNode lines(String text) {
        ArrayNode lines = Json.MAPPER.createArrayNode();
        if (!text.isEmpty()) {
            AFTER_LINE.splitAsStream(text).forEach(lines::add);
        }
        return lines;
    }
}
