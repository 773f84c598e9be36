package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.trial.Trial;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Paths below a person's home, which tell who it is: `~` takes the home's place in what leaves this machine.
///
/// The texts of sources stay as they are: a trial's hash is its source's.
public final class HomePaths {
    private static final String SOURCE = "text";

    private final Optional<Pattern> home;

    /// @param folder the person's home; a root is none
    public HomePaths(String folder) {
        var name = folder.replaceAll("/+$", "");
        home = Optional.of(name)
                .filter(it -> it.length() > 1)
                .map(it -> Pattern.compile("(?<![\\w/.-])" + Pattern.quote(it) + "(?![\\w.-])"));
    }

    /// The same run without them.
    public RunRecord hidden(RunRecord run) {
        if (home.isEmpty()) return run;
        return new RunRecord(
                hidden(run.header(), RunHeader.class),
                run.trials().stream().map(this::hidden).toList(),
                run.ending().map(ending -> hidden(ending, RunEnding.class)),
                run.exchanges().stream().map(this::hidden).toList());
    }

    private Exchange hidden(Exchange exchange) {
        return hidden(exchange, Exchange.class)
                .with(
                        hidden(exchange.asked().system()),
                        hidden(exchange.asked().prompt()),
                        hidden(exchange.reply().text()));
    }

    private Trial hidden(Trial trial) {
        return new Trial(
                trial.number(),
                trial.node(),
                trial.parentNode(),
                trial.iteration(),
                hidden(trial.change()),
                trial.recipe(),
                trial.candidate(),
                trial.outcome(),
                trial.stages(),
                trial.resources(),
                trial.ended());
    }

    private String hidden(String text) {
        return home.orElseThrow().matcher(text).replaceAll(Matcher.quoteReplacement("~"));
    }

    private <T> T hidden(T value, Class<T> type) {
        return OutcomeJson.JSON.treeToValue(hidden(OutcomeJson.JSON.valueToTree(value)), type);
    }

    private JsonNode hidden(JsonNode json) {
        switch (json) {
            case ObjectNode object -> {
                for (var name : object.propertyNames().stream().toList())
                    if (!name.equals(SOURCE)) object.set(name, hidden(object.get(name)));
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) array.set(i, hidden(array.get(i)));
            }
            case StringNode text -> {
                return StringNode.valueOf(hidden(text.stringValue()));
            }
            default -> {
                return json;
            }
        }
        return json;
    }
}
