package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLSchema;

/// A YAML document as maps, lists and texts: scalars keep their spelling, our schema gives them types.
sealed interface Yaml {
    record Mapping(Map<String, Yaml> entries) implements Yaml {}

    record Sequence(List<Yaml> items) implements Yaml {}

    record Scalar(String text) implements Yaml {}

    /// What stands after `key:` with nothing there.
    record Nothing() implements Yaml {}

    YAMLFactory FACTORY = YAMLFactory.builder().yamlSchema(YAMLSchema.FAILSAFE).build();

    /// The parser takes time with the square of a long word; no op comes near.
    int LONGEST = 100_000;

    static Yaml parse(String text) {
        if (text.length() > LONGEST)
            throw new SpecException(
                    "the YAML is %d characters long: at most %d are read".formatted(text.length(), LONGEST));
        try (var parser = (YAMLParser) FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) throw new SpecException("the YAML is empty");
            var document = read(parser);
            if (parser.nextToken() != null) throw new SpecException("one YAML document is expected, not several");
            return document;
        } catch (JacksonException e) {
            var at = e.getLocation();
            var reason = e.getOriginalMessage().lines().findFirst().orElse("it does not parse");
            throw at == null || at.getLineNr() < 0
                    ? new SpecException("not YAML: " + reason)
                    : new SpecException(
                            "line %d, column %d: not YAML: %s".formatted(at.getLineNr(), at.getColumnNr(), reason));
        }
    }

    private static Yaml read(YAMLParser parser) {
        if (parser.isCurrentAlias()) throw at(parser, "aliases (*name) are not allowed");
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(parser);
            case START_ARRAY -> sequence(parser);
            case VALUE_NULL -> new Nothing();
            default -> new Scalar(parser.getString());
        };
    }

    private static Yaml mapping(YAMLParser parser) {
        Map<String, Yaml> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var key = parser.currentName();
            if (entries.containsKey(key)) throw at(parser, "'%s' is given twice".formatted(key));
            parser.nextToken();
            entries.put(key, read(parser));
        }
        return new Mapping(entries);
    }

    private static Yaml sequence(YAMLParser parser) {
        List<Yaml> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) items.add(read(parser));
        return new Sequence(items);
    }

    private static SpecException at(JsonParser parser, String message) {
        var at = parser.currentTokenLocation();
        return new SpecException("line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), message));
    }
}
