package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Background;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.SpecException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// One verb: its options are fields, its work is [#answer].
abstract class Verb implements Callable<Integer> {
    @ParentCommand
    private ForgeCommand parent;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "print one JSON object and nothing else")
    private boolean json;

    @Option(names = "--debug", description = "show the whole stack trace of a failure")
    private boolean debug; // read by the front end, which also sees words that do not parse

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "tell these options")
    private boolean help;

    /// Does the work.
    abstract Answer answer(Forge forge, Screen screen);

    /// Whether it reads the lines under a `%%forge`.
    boolean takesCell() {
        return false;
    }

    /// Whether a person's own defaults hold for its options; not where they mean what a run had before.
    boolean takesDefaults() {
        return true;
    }

    boolean json() {
        return json;
    }

    ForgeCommand parent() {
        return parent;
    }

    Written written() {
        return parent.written();
    }

    /// Starts a run that is not waited for.
    Answer beside(Supplier<Background> start) {
        var id = parent.beside().start(start);
        var words = "run %s goes on in the background: `watch %s` follows it, `stop %s` ends it".formatted(id, id, id);
        return Answer.of(MimeBundle.text(words), () -> Map.of("run", id, "state", "running"));
    }

    @Override
    public Integer call() {
        if (!takesCell() && written().cell().isPresent())
            throw new SpecException("only `%%forge candidate` reads the lines below it: write `%forge` for this verb,"
                    + " and the other lines in a cell of their own");
        var screen = parent.screen();
        parent.defaults().require(spec.commandLine().getParseResult());
        var answer = answered(parent.forge(), screen);
        if (json)
            screen.json()
                    .accept(Json.MAPPER
                            .writerWithDefaultPrettyPrinter()
                            .writeValueAsString(answer.json().get()));
        else answer.shown().forEach(bundle -> screen.results().show(bundle));
        return answer.status();
    }

    /// What the store has to tell is told however the work ends.
    private Answer answered(Forge forge, Screen screen) {
        try {
            return answer(forge, screen);
        } finally {
            forge.store().notice().ifPresent(screen.notes());
        }
    }

    /// Run and trial, or one of them; `RUN/12` is both in one word.
    static List<String> named(List<String> words) {
        return words.size() == 1 ? List.of(words.getFirst().split("/", 2)) : words;
    }
}
