package io.jforge.jupyter;

import io.jforge.jupyter.magic.forge.Beside;
import io.jforge.jupyter.magic.forge.ForgeCommand;
import io.jforge.jupyter.magic.forge.Screen;
import io.jforge.jupyter.magic.forge.Written;
import io.jforge.runtime.Forge;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/// The root of the command line: the verbs of `%forge`, and those that only a terminal has.
@Command(
        name = "jforge",
        subcommands = {
            DemoCommand.class,
            ReplCommand.class,
            RunCommand.class,
            DoctorCommand.class,
            KernelspecCommand.class,
            VersionCommand.class,
            KernelCommand.class,
            WarmUpCommand.class
        })
final class JForgeCommand extends ForgeCommand {
    private final Terminal terminal;
    private final Supplier<Forge> forge;
    private final List<String> words;

    /// @param words of the command line
    JForgeCommand(Supplier<Forge> forge, Screen screen, Terminal terminal, List<String> words) {
        super(forge, screen, new Written(Optional.empty(), terminal::input));
        this.terminal = terminal;
        this.forge = forge;
        this.words = List.copyOf(words);
    }

    /// In a process of its own, since this one is over with its command.
    @Override
    protected Beside beside() {
        var waited = words.stream()
                .filter(word -> !word.equals("--background") && !word.equals("--json"))
                .toList();
        return new Detached(Installation.here().command(waited), forge.get(), terminal);
    }

    Forge opened() {
        return forge.get();
    }

    List<String> words() {
        return words;
    }

    Terminal terminal() {
        return terminal;
    }
}
