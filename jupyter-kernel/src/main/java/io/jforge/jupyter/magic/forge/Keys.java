package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The options that can have defaults of a person's own: those of `optimize` that are not of one run.
final class Keys {
    private static final String VERB = "optimize";
    private static final String LONG = "--";
    private static final Set<String> OF_ONE_RUN =
            Set.of("shape", "from", "seed", "name", "background", "profile", "sanitize", "json", "debug", "help");

    /// By key; a class does not promise its fields' order.
    private static final Map<String, OptionSpec> OPTIONS = options();

    private Keys() {}

    private static Map<String, OptionSpec> options() {
        var options = new TreeMap<String, OptionSpec>();
        for (var option : new CommandLine(new OptimizeVerb()).getCommandSpec().options())
            key(option).filter(key -> !OF_ONE_RUN.contains(key)).ifPresent(key -> options.put(key, option));
        return options;
    }

    static Collection<String> names() {
        return OPTIONS.keySet();
    }

    /// The key of another verb's option of the same name.
    static Optional<String> of(OptionSpec option) {
        return key(option).filter(OPTIONS::containsKey);
    }

    /// What an option is where nobody says anything; empty text if it has no value then.
    static String builtIn(String key) {
        return Optional.ofNullable(OPTIONS.get(key).defaultValue()).orElse("");
    }

    /// @throws SpecException naming the nearest if there is no such key
    static String known(String key) {
        if (OPTIONS.containsKey(key)) return key;
        throw new SpecException("no setting '%s': there are %s.%s"
                .formatted(key, String.join(", ", names()), Nearest.suffix(key, names())));
    }

    /// Reads the value as the option does, and checks what can be without a run.
    ///
    /// @throws CommandLine.ParameterException or another exception, with the option's own message
    static void check(ForgeCommand command, String key, String value) {
        var forge = command.forge();
        var refused = Optional.<SpecException>empty();
        for (var op : forge.catalogue().names()) {
            var line = Verbs.commandLine(command);
            line.parseArgs(VERB, op, LONG + known(key) + "=" + value);
            try {
                ((OptimizeVerb) line.getSubcommands().get(VERB).getCommand()).check(forge);
                return;
            } catch (SpecException unfit) {
                refused = refused.or(() -> Optional.of(unfit)); // a dtype need not be every op's
            }
        }
        throw refused.orElseThrow();
    }

    private static Optional<String> key(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith(LONG))
                .map(name -> name.substring(LONG.length()))
                .findFirst();
    }
}
