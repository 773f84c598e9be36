package io.jforge.jupyter;

import io.jforge.jupyter.client.BadParameterException;
import io.jforge.jupyter.client.NotebookException;
import io.jforge.jupyter.magic.forge.Screen;
import io.jforge.jupyter.magic.forge.Verbs;
import io.jforge.runtime.Forge;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The command line of JForge; exit statuses: 0, 1 failed, 2 usage, 3 no such device or tool, 130 interrupted.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        writeDigitsForMachinesToo();
        var terminal = new Terminal(
                System.out,
                System.err,
                System.console() != null && System.console().isTerminal());
        if (isKernel(args)) {
            System.exit(kernel(Path.of(args[1]), terminal));
        }
        Interrupts.toThisThread();
        System.exit(run(args, terminal));
    }

    /// Where people write other digits than 0 to 9, formatting does so too; but much of what is formatted
    /// here is read by compilers, terminals and pages. All else stays as the locale has it.
    static void writeDigitsForMachinesToo() {
        Locale locale = Locale.getDefault(Locale.Category.FORMAT);
        if (locale.getLanguage().equals("en") || "%d".formatted(1).equals("1")) return;
        var same = new Locale.Builder().setLocale(locale).setUnicodeLocaleKeyword("nu", "latn");
        Locale.setDefault(Locale.Category.FORMAT, same.build());
    }

    private static boolean isKernel(String[] args) {
        return args.length == 2 && args[0].equals("kernel") && !args[1].startsWith("-");
    }

    /// Past picocli, which takes half a second to start: Jupyter waits for this one.
    private static int kernel(Path connectionFile, Terminal terminal) {
        try {
            return KernelCommand.serve(connectionFile);
        } catch (RuntimeException thrown) {
            return fail(thrown, false, terminal);
        }
    }

    static int run(String[] args, Terminal terminal) {
        boolean json = Arrays.asList(args).contains("--json");
        var screen = new Screen(
                json ? terminal.nowhere() : terminal.results(), terminal.progress(), terminal::json, terminal::line);
        boolean debug = Arrays.asList(args).contains("--debug");
        // a store that is closed is known to be sound at its next opening
        try (var forge = Forge.open(System.getenv())) {
            var root = new JForgeCommand(() -> forge, screen, terminal, List.of(args));
            return isRepl(args)
                    ? repl(root, terminal)
                    : Verbs.run(root, List.of(args), thrown -> fail(thrown, debug, terminal));
        }
    }

    private static boolean isRepl(String[] args) {
        return args.length == 1 && args[0].equals("repl");
    }

    /// Past picocli too: a person waits for the prompt.
    private static int repl(JForgeCommand root, Terminal terminal) {
        try {
            return ReplCommand.of(root).call();
        } catch (Exception thrown) {
            return fail(thrown, false, terminal);
        }
    }

    private static int fail(Exception thrown, boolean debug, Terminal terminal) {
        if (debug) terminal.trace(thrown);
        var failure = Verbs.failure(thrown)
                .or(() -> notebookFailure(thrown))
                .orElseGet(
                        () -> new Verbs.Failure(Verbs.FAILED, "internal error: " + thrown + " (--debug shows where)"));
        terminal.error(failure.message());
        return failure.status();
    }

    private static Optional<Verbs.Failure> notebookFailure(Exception thrown) {
        return switch (thrown) {
            case BadParameterException wrong -> Optional.of(new Verbs.Failure(Verbs.USAGE, wrong.getMessage()));
            case Detached.Ended ended -> Optional.of(new Verbs.Failure(ended.status(), ended.getMessage()));
            case NotebookException wrong -> Optional.of(new Verbs.Failure(Verbs.FAILED, wrong.getMessage()));
            default -> Optional.empty();
        };
    }
}
