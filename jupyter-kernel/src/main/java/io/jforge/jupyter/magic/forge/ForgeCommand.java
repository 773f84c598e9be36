package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.Forge;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The root of the verbs: gives each the Forge and the screen.
@Command(
        name = "%forge",
        description = "Makes an operation faster: proposes, compiles, verifies, times, refines.",
        subcommands = {
            OptimizeVerb.class,
            CandidateVerb.class,
            BenchVerb.class,
            SuiteVerb.class,
            ResumeVerb.class,
            ReplayVerb.class,
            WatchVerb.class,
            StopVerb.class,
            OpsVerb.class,
            DevicesVerb.class,
            LlmsVerb.class,
            RunsVerb.class,
            ShowVerb.class,
            ReportVerb.class,
            ExportVerb.class,
            ImportVerb.class,
            CostVerb.class,
            GcVerb.class,
            SetVerb.class,
            HelpVerb.class
        })
public class ForgeCommand implements Runnable {
    private final Supplier<Forge> forge;
    private final Screen screen;
    private final Written written;
    private final Defaults defaults;

    @CommandLine.Option(
            names = {"-h", "--help"},
            description = "tell the verbs")
    private boolean help;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /// @param forge asked for by the verbs that need one
    public ForgeCommand(Supplier<Forge> forge, Screen screen, Written written) {
        this(forge, screen, written, Optional.empty());
    }

    /// @param session what `set` has set in a session that outlives this command
    ForgeCommand(Supplier<Forge> forge, Screen screen, Written written, Optional<Map<String, String>> session) {
        this.forge = forge;
        this.screen = screen;
        this.written = written;
        this.defaults = new Defaults(this, session);
    }

    Forge forge() {
        return forge.get();
    }

    /// What options are where the line does not give them.
    Defaults defaults() {
        return defaults;
    }

    Screen screen() {
        return screen;
    }

    Written written() {
        return written;
    }

    /// How this front end makes a run that nobody waits for.
    protected Beside beside() {
        return Beside.THREAD;
    }

    /// Without a verb: what there is.
    @Override
    public void run() {
        screen.results().show(io.jforge.jupyter.display.MimeBundle.text(Usage.overview(spec.commandLine())));
    }
}
