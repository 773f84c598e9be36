package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.wire.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Archives that are a good one but for one value of their JSON, with checksums that agree.
final class AlteredArchives {
    private static final List<String> VALUES = List.of(
            "null", "-1", "0", "1e300", "9000000000000000000", "2147483647", "\"\"", "\"x\"", "[]", "{}", "true");
    private static final String MISSING = "missing";

    private final Map<String, String> files = new LinkedHashMap<>();

    /// One of them.
    record Altered(String file, int line, String path, String value) {
        @Override
        public String toString() {
            return "%s, line %d, %s: %s".formatted(file, line, path, value);
        }
    }

    AlteredArchives(byte[] archive) throws IOException {
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry())
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /// Every value, or list or object, of it with whatever could stand there instead.
    List<Altered> all() {
        var all = new ArrayList<Altered>();
        for (var file : List.of("run.json", "trials.jsonl", "exchanges.jsonl")) {
            var lines = files.get(file).split("\n");
            for (int line = 0; line < lines.length; line++)
                for (var path : paths("", Json.MAPPER.readTree(lines[line]))) {
                    for (var value : VALUES) all.add(new Altered(file, line, path, value));
                    all.add(new Altered(file, line, path, MISSING));
                }
        }
        return all;
    }

    private static List<String> paths(String path, JsonNode node) {
        var paths = new ArrayList<String>();
        paths.add(path);
        if (node.isObject())
            node.propertyStream().forEach(each -> paths.addAll(paths(path + "/" + each.getKey(), each.getValue())));
        for (int i = 0; node.isArray() && i < node.size(); i++) paths.addAll(paths(path + "/" + i, node.get(i)));
        return paths;
    }

    byte[] bytes(Altered altered) {
        var changed = new TreeMap<>(files);
        var lines = files.get(altered.file()).split("\n");
        lines[altered.line()] = with(Json.MAPPER.readTree(lines[altered.line()]), altered);
        changed.put(altered.file(), String.join("\n", lines) + "\n");
        return packed(changed);
    }

    private static String with(JsonNode whole, Altered altered) {
        var path = altered.path();
        if (path.isEmpty()) return altered.value().equals(MISSING) ? "" : altered.value();
        var parent = whole.at(path.substring(0, path.lastIndexOf('/')));
        var name = path.substring(path.lastIndexOf('/') + 1);
        if (parent instanceof ObjectNode object) alter(object, name, altered.value());
        if (parent instanceof ArrayNode array) alter(array, Integer.parseInt(name), altered.value());
        return whole.toString();
    }

    private static void alter(ObjectNode object, String name, String value) {
        if (value.equals(MISSING)) object.remove(name);
        else object.set(name, Json.MAPPER.readTree(value));
    }

    private static void alter(ArrayNode array, int index, String value) {
        if (value.equals(MISSING)) array.remove(index);
        else array.set(index, Json.MAPPER.readTree(value));
    }

    /// With a HEADER that tells of these files, and of this run.
    private static byte[] packed(TreeMap<String, String> files) {
        var head = new StringBuilder();
        files.remove("HEADER")
                .lines()
                .filter(line -> !line.startsWith("entry "))
                .forEach(line -> head.append(line).append('\n'));
        files.forEach((name, text) -> head.append(
                "entry %s %d %s\n".formatted(name, text.getBytes(StandardCharsets.UTF_8).length, sha256(text))));
        var all = new LinkedHashMap<String, String>();
        all.put("HEADER", told(head.toString(), files.get("run.json")));
        all.putAll(files);
        return zip(all);
    }

    /// HEADER repeats some of run.json, and one who changes that changes HEADER too.
    private static String told(String head, String run) {
        JsonNode header;
        try {
            header = Json.MAPPER.readTree(run).path("header");
        } catch (RuntimeException unreadable) {
            return head;
        }
        for (var key : List.of("name", "op", "task", "device"))
            if (header.path(key).isString() && !header.path(key).asString().isEmpty())
                head = head.replaceFirst(
                        "(?m)^" + key + " .*$", key + " " + header.path(key).asString());
        if (header.path("id").isString())
            head = head.replaceFirst("(?m)^run .*$", "run " + header.path("id").asString());
        return head;
    }

    private static byte[] zip(Map<String, String> files) {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toByteArray();
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
