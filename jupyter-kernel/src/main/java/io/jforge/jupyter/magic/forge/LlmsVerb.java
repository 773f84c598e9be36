package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.Forge;
import io.jforge.runtime.llm.LlmName;
import io.jforge.runtime.llm.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `llms [NAME]`: which language models can be asked, for nothing; with a name, whether that one answers.
@Command(name = "llms", description = "tell which language models can be asked, or put a short question to one")
class LlmsVerb extends Verb {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "a model as --llm takes it: it is asked for one word, which costs a fraction of a cent")
    private String name;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var standings =
                name == null ? forge.llms().check() : List.of(forge.llms().test(LlmName.parse(name)));
        var table = new Grid("provider", "key", "endpoint", "state", "found", "--llm");
        for (var each : standings)
            table.row(each.llm(), each.key(), each.endpoint(), each.state().label(), each.words(), each.example());
        boolean well = name == null || standings.getFirst().state() == Standing.State.READY;
        return new Answer(
                List.of(table.bundle()),
                () -> Map.of("llms", standings.stream().map(LlmsVerb::json).toList()),
                well ? 0 : Verbs.FAILED);
    }

    private static Object json(Standing standing) {
        var json = new LinkedHashMap<String, Object>();
        json.put("llm", standing.llm());
        json.put("key", standing.key());
        json.put("endpoint", standing.endpoint());
        json.put("state", standing.state().label());
        json.put("found", standing.words());
        json.put("example", standing.example());
        return json;
    }
}
