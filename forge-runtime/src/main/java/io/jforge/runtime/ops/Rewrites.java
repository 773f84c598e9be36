package io.jforge.runtime.ops;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What the built-in proposer may write for an Op: source templates, and for each the choices that shape it.
public record Rewrites(List<Template> templates) {
    private static final YAMLMapper YAML = new YAMLMapper();

    public Rewrites {
        templates = List.copyOf(templates);
    }

    /// A source with holes.
    ///
    /// @param words what moving to this template means, for a reader
    /// @param dtypes the dtypes it serves; empty: all
    /// @param choices for each choice its values, the default first, and what each changes, for a reader
    /// @param needs for a `choice=value` the values of other choices that it is legal with
    public record Template(
            String file,
            Language language,
            String words,
            Set<String> dtypes,
            Map<String, Map<String, String>> choices,
            Map<String, Map<String, List<String>>> needs,
            String text) {

        /// Every choice at its first value.
        public Map<String, String> defaults() {
            var defaults = new LinkedHashMap<String, String>();
            choices.forEach((choice, values) ->
                    defaults.put(choice, values.keySet().iterator().next()));
            return defaults;
        }

        /// Whether every value chosen finds the others that it needs.
        public boolean isLegal(Map<String, String> chosen) {
            return needs.entrySet().stream()
                    .filter(need -> chosen.entrySet().stream()
                            .anyMatch(choice -> need.getKey().equals(choice.getKey() + "=" + choice.getValue())))
                    .allMatch(need -> need.getValue().entrySet().stream()
                            .allMatch(other -> other.getValue().contains(chosen.get(other.getKey()))));
        }
    }

    public Template template(String file) {
        return templates.stream()
                .filter(template -> template.file().equals(file))
                .findFirst()
                .orElseThrow(() -> new SpecException("no template named '" + file + "'"));
    }

    /// Reads rewrites.yaml; `texts` gives the text of a template's file.
    ///
    /// @throws SpecException if it is not YAML of this kind
    static Rewrites parse(String yaml, UnaryOperator<String> texts) {
        try {
            var templates = new ArrayList<Template>();
            for (var entry : YAML.readTree(yaml).path("templates").properties())
                templates.add(template(entry.getKey(), entry.getValue(), texts.apply(entry.getKey())));
            return new Rewrites(templates);
        } catch (JacksonException wrong) {
            throw new SpecException(
                    wrong.getOriginalMessage().lines().findFirst().orElse("it does not parse"));
        }
    }

    private static Template template(String file, JsonNode node, String text) {
        var choices = new LinkedHashMap<String, Map<String, String>>();
        for (var choice : node.path("choices").properties()) choices.put(choice.getKey(), words(choice.getValue()));
        var needs = new LinkedHashMap<String, Map<String, List<String>>>();
        for (var need : node.path("needs").properties()) {
            var others = new LinkedHashMap<String, List<String>>();
            for (var other : need.getValue().properties()) others.put(other.getKey(), strings(other.getValue()));
            needs.put(need.getKey(), others);
        }
        var dtypes = Set.copyOf(strings(node.path("dtypes")));
        var language = Language.of(node.path("language").stringValue("c"));
        for (var choice : choices.entrySet())
            if (choice.getValue().isEmpty())
                throw new SpecException("%s: the choice '%s' has no values".formatted(file, choice.getKey()));
        return new Template(file, language, node.path("words").stringValue(file), dtypes, choices, needs, text);
    }

    private static Map<String, String> words(JsonNode values) {
        var words = new LinkedHashMap<String, String>();
        for (var value : values.properties())
            words.put(value.getKey(), value.getValue().stringValue());
        return words;
    }

    private static List<String> strings(JsonNode array) {
        return array.values().stream().map(JsonNode::asString).toList();
    }
}
