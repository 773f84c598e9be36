package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.NoSuchDevice;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.llm.LlmException;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.StoreException;
import io.jforge.runtime.trial.DiskFull;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Runs verbs, and knows which failures are the person's to mend: those are one message and an exit status.
public final class Verbs {
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int MISSING = 3;
    public static final int INTERRUPTED = OptimizeVerb.INTERRUPTED;

    private Verbs() {}

    /// A failure that a person can mend.
    public record Failure(int status, String message) {}

    /// Told what stopped a verb; its result is the exit status.
    public interface OnFailure {
        int status(Exception failure);
    }

    /// Runs the verb that the words name; the exit status.
    public static int run(Object root, List<String> words, OnFailure onFailure) {
        var line = commandLine(root);
        if (root instanceof ForgeCommand command) line.setDefaultValueProvider(command.defaults());
        line.setExecutionExceptionHandler((failure, _, _) -> onFailure.status(failure));
        line.setParameterExceptionHandler((wrong, _) -> onFailure.status(wrong));
        return line.execute(words.toArray(String[]::new));
    }

    /// The command line of a root command, as its help and completion read it.
    static CommandLine commandLine(Object root) {
        var line = new CommandLine(root);
        line.setUnmatchedOptionsArePositionalParams(false);
        line.setPosixClusteredShortOptionsAllowed(false);
        line.getSubcommands().values().forEach(Verbs::addHelp);
        return line;
    }

    /// People ask a command for its options by `--help`, whichever it is.
    private static void addHelp(CommandLine verb) {
        if (verb.getCommandSpec().findOption("--help") == null)
            verb.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("tell these options")
                            .build());
        verb.getSubcommands().values().forEach(Verbs::addHelp);
    }

    /// What to tell of a failure; empty if it is ours, not the person's.
    public static Optional<Failure> failure(Throwable thrown) {
        return switch (thrown) {
            case CommandLine.ParameterException wrong -> Optional.of(new Failure(USAGE, Usage.explain(wrong)));
            case SpecException wrong -> Optional.of(new Failure(USAGE, wrong.getMessage()));
            case NoSuchDevice none -> Optional.of(new Failure(MISSING, none.getMessage()));
            case MissingTool none -> Optional.of(new Failure(MISSING, none.getMessage()));
            // no answer: as a run that failed. Without a key none was asked: that is a SpecException
            case LlmException failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case DiskFull full -> Optional.of(new Failure(FAILED, full.getMessage()));
            case StoreException failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case DeviceException failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case SearchLoop.NaiveFailed failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case SearchLoop.FromFailed failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case CancellationException _ -> Optional.of(new Failure(INTERRUPTED, "interrupted"));
            default -> Optional.empty();
        };
    }
}
