package io.jforge.runtime.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// A suite's result as JSON, written and read again.
public final class SuiteJson {
    static final int SCHEMA = 1;

    private static final String FORMAT = "jforge-suite";
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .changeDefaultVisibility(usual -> usual.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .build();

    private SuiteJson() {}

    /// The result's components, with what they are and the geometric means of the speedups, which reading leaves out.
    static Map<String, Object> map(SuiteResult result) {
        var json = new LinkedHashMap<String, Object>();
        json.put("format", FORMAT);
        json.put("schema", SCHEMA);
        json.putAll(plain(result));
        json.put(
                "geometric_means",
                SuiteMeans.of(result).stream().map(SuiteJson::plain).toList());
        return json;
    }

    /// Records as maps, lists, texts and numbers.
    static Map<String, Object> plain(Object records) {
        return JSON.convertValue(records, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    public static String text(SuiteResult result) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(map(result)) + "\n";
    }

    /// The result in a file that [#text] was written to.
    ///
    /// @throws SpecException if it cannot be read, is something else, or is of a newer JForge
    public static SuiteResult read(String name) {
        try {
            return parse(Files.readString(path(name)), name);
        } catch (IOException unreadable) {
            throw new SpecException("cannot read %s: name a file that `%%forge suite --out` wrote".formatted(name));
        }
    }

    static SuiteResult parse(String text, String file) {
        var tree = tree(text, file);
        if (!tree.path("format").asString("").equals(FORMAT)) throw foreign(file);
        int schema = tree.path("schema").asInt(0);
        if (schema > SCHEMA)
            throw new SpecException("%s is of a newer JForge (schema %d; this one reads %d): compare with that one"
                    .formatted(file, schema, SCHEMA));
        try {
            return JSON.treeToValue(tree, SuiteResult.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException broken) {
            throw new SpecException(
                    "%s is damaged: something that every result of `%%forge suite` has is missing or wrong in it"
                            .formatted(file));
        }
    }

    /// Whether there is a result of a suite, of whatever version.
    public static boolean isResult(Path file) {
        try {
            return tree(Files.readString(file), file.toString())
                    .path("format")
                    .asString("")
                    .equals(FORMAT);
        } catch (IOException | SpecException _) {
            return false;
        }
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException wrong) {
            throw new SpecException("'%s' is not a file's name: %s".formatted(name, wrong.getReason()));
        }
    }

    private static JsonNode tree(String text, String file) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException _) {
            throw foreign(file);
        }
    }

    private static SpecException foreign(String file) {
        return new SpecException(
                "%s is no result of `%%forge suite`: name a file that its --out wrote".formatted(file));
    }
}
