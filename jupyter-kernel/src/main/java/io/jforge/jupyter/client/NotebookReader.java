package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns the JSON of any nbformat 4 into a notebook, or says in plain words what is wrong with which cell.
final class NotebookReader {
    private static final int MINOR = 5;
    private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private NotebookReader() {}

    static Notebook parse(String json) {
        ObjectNode root = root(json);
        checkVersion(root);
        ObjectNode metadata = object(root, "metadata", "the notebook");
        checkNamed(metadata, "kernelspec", "name", "display_name");
        checkNamed(metadata, "language_info", "name");
        if (!root.path("cells").isArray()) {
            throw new NotebookException("it has no list of cells");
        }
        List<Cell> cells = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode node : root.path("cells")) {
            Cell cell = cell(node, "cell " + (cells.size() + 1));
            String id = ids.contains(cell.id()) || cell.id().isEmpty() ? CellIds.fresh(cell, ids) : cell.id();
            ids.add(id);
            cells.add(cell.withId(id));
        }
        return new Notebook(cells, metadata);
    }

    private static ObjectNode root(String json) {
        try {
            if (Json.MAPPER.readTree(json) instanceof ObjectNode object) {
                return object;
            }
            throw new NotebookException("its JSON is not an object");
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new NotebookException("malformed JSON in line %d".formatted(line), e);
        }
    }

    private static void checkVersion(ObjectNode root) {
        if (!root.path("nbformat").isInt()) {
            throw new NotebookException("it has no nbformat number");
        }
        int major = root.path("nbformat").intValue();
        int minor = root.path("nbformat_minor").asInt(0);
        if (major < 4) {
            throw new NotebookException(
                    "it is in the old nbformat %d; open it in Jupyter and save it".formatted(major));
        }
        if (major > 4 || minor > MINOR) {
            throw new NotebookException(
                    "it is in nbformat %d.%d, newer than the 4.%d known here".formatted(major, minor, MINOR));
        }
    }

    private static void checkNamed(ObjectNode metadata, String field, String... required) {
        if (!metadata.has(field)) {
            return;
        }
        for (String name : required) {
            if (!metadata.path(field).path(name).isString()) {
                throw new NotebookException("its metadata's %s has no %s".formatted(field, name));
            }
        }
    }

    private static Cell cell(JsonNode node, String where) {
        String id = id(node, where);
        String source = text(node.path("source"), where, "source");
        ObjectNode metadata = object(node, "metadata", where);
        checkTags(metadata, where);
        return switch (node.path("cell_type").asString("")) {
            case "code" -> new Cell.Code(id, source, metadata, count(node, where), outputs(node, where));
            case "markdown" -> new Cell.Markdown(id, source, metadata, attachments(node, where));
            case "raw" -> new Cell.Raw(id, source, metadata, attachments(node, where));
            default -> throw new NotebookException("%s is not of type code, markdown or raw".formatted(where));
        };
    }

    private static String id(JsonNode node, String where) {
        if (!node.has("id")) {
            return "";
        }
        String id = node.path("id").asString("");
        if (!ID.matcher(id).matches()) {
            throw new NotebookException(
                    "%s has the id '%s'; an id is 1 to 64 letters, digits, '-' or '_'".formatted(where, id));
        }
        return id;
    }

    private static void checkTags(ObjectNode metadata, String where) {
        JsonNode tags = metadata.path("tags");
        if (!tags.isMissingNode() && !(tags.isArray() && tags.valueStream().allMatch(JsonNode::isString))) {
            throw new NotebookException("%s has tags that are not a list of words".formatted(where));
        }
    }

    private static OptionalInt count(JsonNode node, String where) {
        JsonNode count = node.path("execution_count");
        if (count.isNull() || count.isMissingNode()) {
            return OptionalInt.empty();
        }
        if (!count.isInt() || count.intValue() < 0) {
            throw new NotebookException("%s has an execution_count that is no count".formatted(where));
        }
        return OptionalInt.of(count.intValue());
    }

    private static ObjectNode attachments(JsonNode node, String where) {
        return node.has("attachments") ? object(node, "attachments", where) : Json.object();
    }

    private static List<Output> outputs(JsonNode cell, String where) {
        if (!cell.path("outputs").isArray()) {
            throw new NotebookException("%s has no list of outputs".formatted(where));
        }
        List<Output> outputs = new ArrayList<>();
        for (JsonNode node : cell.path("outputs")) {
            outputs.add(output(node, "output %d of %s".formatted(outputs.size() + 1, where)));
        }
        return outputs;
    }

    private static Output output(JsonNode node, String where) {
        return switch (node.path("output_type").asString("")) {
            case "stream" -> new Output.Stream(word(node, "name", where), text(node.path("text"), where, "text"));
            case "display_data" -> new Output.Display(bundle(node, where), object(node, "metadata", where));
            case "execute_result" ->
                new Output.Result(count(node, where), bundle(node, where), object(node, "metadata", where));
            case "error" ->
                new Output.Failure(
                        word(node, "ename", where), word(node, "evalue", where), lines(node.path("traceback"), where));
            default -> throw new NotebookException("%s has no output_type known to nbformat".formatted(where));
        };
    }

    private static ObjectNode bundle(JsonNode node, String where) {
        ObjectNode data = object(node, "data", where).deepCopy();
        for (String type : List.copyOf(data.propertyNames())) {
            if (!MimeTypes.isJson(type)) {
                data.put(type, text(data.path(type), where, type));
            }
        }
        return data;
    }

    private static ObjectNode object(JsonNode node, String field, String where) {
        if (node.path(field) instanceof ObjectNode object) {
            return object;
        }
        throw new NotebookException("%s has no %s object".formatted(where, field));
    }

    private static String word(JsonNode node, String field, String where) {
        if (!node.path(field).isString()) {
            throw new NotebookException("%s has no %s".formatted(where, field));
        }
        return node.path(field).stringValue();
    }

    /// nbformat lets a text be one string or a list of lines.
    private static String text(JsonNode node, String where, String field) {
        return node.isString()
                ? node.stringValue()
                : String.join("", lines(node, "the %s of %s".formatted(field, where)));
    }

    private static List<String> lines(JsonNode node, String where) {
        if (!node.isArray() || !node.valueStream().allMatch(JsonNode::isString)) {
            throw new NotebookException("%s is missing or not text".formatted(where));
        }
        return node.valueStream().map(JsonNode::stringValue).toList();
    }
}
