package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Target;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What an expert knows of a machine, by its instruction set: prompts/1/hints.yaml.
final class Hints {
    private static final YAMLMapper YAML = new YAMLMapper();

    private Hints() {}

    /// Those of the first entry whose pattern is found in the target's isa; none where it is not known.
    ///
    /// @param bound by what the task is: `memory` or `compute`
    static List<String> of(Target target, String bound, Templates templates) {
        return StreamSupport.stream(YAML.readTree(templates.text("hints.yaml")).spliterator(), false)
                .filter(entry -> Pattern.compile(entry.path("isa").stringValue())
                        .matcher(target.isa())
                        .find())
                .findFirst()
                .map(entry -> Stream.of("hints", bound)
                        .flatMap(key -> entry.path(key).values().stream())
                        .map(JsonNode::stringValue)
                        .toList())
                .orElse(List.of());
    }
}
