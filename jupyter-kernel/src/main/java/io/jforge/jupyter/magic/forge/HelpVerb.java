package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `help [VERB]`: the verbs, or one with its options.
@Command(name = "help", description = "tell the verbs, or one's options")
class HelpVerb extends Verb {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "VERB", arity = "0..1", description = "the verb to tell about")
    private String verb;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var text = text();
        return Answer.of(MimeBundle.text(text), () -> Map.of("help", text));
    }

    private String text() {
        var root = spec.parent().commandLine();
        if (verb == null) return Usage.overview(root);
        var known = root.getSubcommands();
        if (!known.containsKey(verb))
            throw new SpecException("unknown verb '%s'.%s".formatted(verb, Nearest.suffix(verb, known.keySet())));
        return Usage.of(known.get(verb));
    }
}
