package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.NoSuchDevice;
import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.StoreException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;

/// Runs verbs, and knows which failures are the person's to mend: those are one message and an exit status.
public final class Verbs {
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int MISSING = 3;
    public static final int INTERRUPTED = OptimizeVerb.INTERRUPTED;

    private Verbs() {}

    /// A failure that a person can mend.
    public record Failure(int status, String message) {}

    /// The command line of a root command, set up so that what it throws comes out as it is.
    public static CommandLine commandLine(Object root) {
        var line = new CommandLine(root);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUnmatchedOptionsArePositionalParams(false);
        line.setPosixClusteredShortOptionsAllowed(false);
        line.setExecutionExceptionHandler((failure, _, _) -> {
            throw failure;
        });
        line.setParameterExceptionHandler((wrong, _) -> {
            throw wrong;
        });
        return line;
    }

    /// What to tell of a failure; empty if it is ours, not the person's.
    public static Optional<Failure> failure(Throwable thrown) {
        return switch (thrown) {
            case CommandLine.ParameterException wrong -> Optional.of(new Failure(USAGE, Usage.explain(wrong)));
            case SpecException wrong -> Optional.of(new Failure(USAGE, wrong.getMessage()));
            case NoSuchDevice none -> Optional.of(new Failure(MISSING, none.getMessage()));
            case MissingTool none -> Optional.of(new Failure(MISSING, none.getMessage()));
            case StoreException failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case DeviceException failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case SearchLoop.NaiveFailed failed -> Optional.of(new Failure(FAILED, failed.getMessage()));
            case CancellationException _ -> Optional.of(new Failure(INTERRUPTED, "interrupted"));
            default -> Optional.empty();
        };
    }
}
