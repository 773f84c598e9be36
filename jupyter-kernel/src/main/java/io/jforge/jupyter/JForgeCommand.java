package io.jforge.jupyter;

import io.jforge.jupyter.magic.forge.ForgeCommand;
import io.jforge.jupyter.magic.forge.Screen;
import io.jforge.jupyter.magic.forge.Written;
import io.jforge.runtime.Forge;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/// The root of the command line: the verbs of `%forge`, and those that only a terminal has.
@Command(
        name = "jforge",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            DoctorCommand.class,
            KernelspecCommand.class,
            VersionCommand.class,
            KernelCommand.class,
            WarmUpCommand.class
        })
final class JForgeCommand extends ForgeCommand {
    private final Terminal terminal;

    JForgeCommand(Supplier<Forge> forge, Screen screen, Terminal terminal) {
        super(forge, screen, new Written(Optional.empty(), terminal::input));
        this.terminal = terminal;
    }

    Terminal terminal() {
        return terminal;
    }
}
