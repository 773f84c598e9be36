package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// Help texts and usage errors, the same for the magic and the command line.
public final class Usage {
    private Usage() {}

    /// The verbs, a line each.
    public static String overview(CommandLine root) {
        var text = new StringBuilder();
        for (var verb : root.getSubcommands().entrySet()) {
            var spec = verb.getValue().getCommandSpec();
            if (spec.usageMessage().hidden()) continue;
            text.append("  %-11s %s%n"
                    .formatted(
                            verb.getKey(), String.join(" ", spec.usageMessage().description())));
        }
        return root.getCommandName() + " VERB [OPTIONS]\n\n" + text + "\n" + root.getCommandName()
                + " help VERB tells its options.";
    }

    static String of(CommandLine verb) {
        return verb.getUsageMessage(Ansi.OFF).stripTrailing();
    }

    /// What is wrong with the words that were given, in a line: with the nearest name where one is unknown.
    public static String explain(CommandLine.ParameterException wrong) {
        var command = wrong.getCommandLine();
        var help = " `" + help(command) + "` tells what there is.";
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched) {
            var word = unmatched.getUnmatched().getFirst();
            var name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            var known = known(command, name.startsWith("-"));
            var what =
                    name.startsWith("-") ? "option" : command.getSubcommands().isEmpty() ? "argument" : "verb";
            return "unknown %s '%s'.%s%s".formatted(what, name, Nearest.suffix(name, known), help);
        }
        var message = Optional.ofNullable(wrong.getMessage())
                .orElse("that does not read")
                .replaceAll("\\s*\\R\\s*", " ");
        return Character.toLowerCase(message.charAt(0))
                + message.substring(1)
                + (message.endsWith(".") ? "" : ".")
                + help;
    }

    /// `help` knows the verbs, not what stands below one.
    private static String help(CommandLine command) {
        var parent = command.getParent();
        if (parent == null) return command.getCommandName() + " help";
        return parent.getParent() == null ? help(parent) + " " + command.getCommandName() : help(parent);
    }

    private static List<String> known(CommandLine command, boolean options) {
        if (!options) return List.copyOf(command.getSubcommands().keySet());
        var names = new ArrayList<String>();
        for (var option : command.getCommandSpec().options()) names.addAll(List.of(option.names()));
        return names;
    }
}
