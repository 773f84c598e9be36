package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.SpecException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `set [KEY=VALUE...]`: what options are where a line does not give them; in a notebook for the session.
@Command(name = "set", description = "tell or set what options are where they are not given")
class SetVerb extends Verb {
    @Parameters(
            paramLabel = "KEY=VALUE",
            arity = "0..*",
            description = "an option's long name and its value; with no value what was set is taken back")
    private List<String> words = List.of();

    @Option(
            names = "--save",
            description = "in a notebook: for later sessions too, in the config file; in a terminal it always is")
    private boolean save;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var changes = changes();
        var defaults = parent().defaults();
        changes.forEach((key, value) -> {
            if (!value.isEmpty()) Keys.check(parent(), key, value);
        });
        defaults.session().ifPresent(session -> apply(changes, session));
        boolean toFile = save || defaults.session().isEmpty();
        if (toFile && !changes.isEmpty()) defaults.configFile().put(changes);
        if (save && changes.isEmpty())
            defaults.configFile().put(defaults.session().orElse(Map.of()));
        return told(changes.isEmpty() ? Keys.names() : changes.keySet());
    }

    private Map<String, String> changes() {
        var changes = new LinkedHashMap<String, String>();
        for (var word : words) {
            int at = word.indexOf('=');
            if (at < 1)
                throw new SpecException(
                        "'%s' is not key=value: `set iters=50` sets one, `set iters=` takes it back".formatted(word));
            changes.put(Keys.known(word.substring(0, at)), word.substring(at + 1));
        }
        return changes;
    }

    private static void apply(Map<String, String> changes, Map<String, String> session) {
        changes.forEach((key, value) -> {
            if (value.isEmpty()) session.remove(key);
            else session.put(key, value);
        });
    }

    /// As they are now, read anew.
    private Answer told(Collection<String> keys) {
        var defaults = new Defaults(parent(), parent().defaults().session());
        var settings = keys.stream().map(defaults::setting).toList();
        var file = defaults.configFile().path();
        var table = new Grid("key", "value", "from");
        for (var each : settings) table.row(each.key(), each.value(), each.from());
        var shown = new ArrayList<MimeBundle>();
        shown.add(table.bundle());
        shown.add(MimeBundle.text("config file: " + file));
        defaults.unreadable()
                .ifPresent(broken -> shown.add(MimeBundle.text("it cannot be used: " + broken.getMessage())));
        return new Answer(
                shown,
                () -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put("settings", settings);
                    json.put("file", file.toString());
                    defaults.unreadable().ifPresent(broken -> json.put("unreadable", broken.getMessage()));
                    return json;
                },
                0);
    }
}
