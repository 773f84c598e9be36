package io.jforge.runtime.propose;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A template with every choice made; as text, `rows.c.mustache threads=all exp=poly`.
record Recipe(String template, Map<String, String> choices) {
    static Recipe parse(String text) {
        var words = text.split(" ");
        var choices = new LinkedHashMap<String, String>();
        Arrays.stream(words).skip(1).map(word -> word.split("=", 2)).forEach(pair -> choices.put(pair[0], pair[1]));
        return new Recipe(words[0], choices);
    }

    Recipe with(String choice, String value) {
        var changed = new LinkedHashMap<>(choices);
        changed.put(choice, value);
        return new Recipe(template, changed);
    }

    @Override
    public String toString() {
        return choices.entrySet().stream()
                .map(choice -> " " + choice.getKey() + "=" + choice.getValue())
                .collect(Collectors.joining("", template, ""));
    }
}
