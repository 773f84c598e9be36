package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import io.jforge.jupyter.shell.Shell;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.SpecException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// `%forge VERB ...`: the verbs in a notebook.
public final class ForgeMagic implements Magic {
    private static final Set<String> TAKING_AN_OP = Set.of("optimize", "candidate", "bench", "ops");

    private final Supplier<Forge> forge;
    private final Map<String, String> session = new ConcurrentHashMap<>();

    public ForgeMagic(Supplier<Forge> forge) {
        this.forge = forge;
    }

    @Override
    public String name() {
        return "forge";
    }

    @Override
    public String help() {
        var line = Verbs.commandLine(silent());
        return "%forge VERB: makes an operation faster; `%forge help` tells the verbs\n" + Usage.overview(line);
    }

    @Override
    public void run(MagicCall call) throws InterruptedException {
        var stopped = new AtomicReference<Exception>();
        var screen = Screen.notebook(call.display()).with(Shell.inputOfThisThread());
        var command = new ForgeCommand(forge, screen, written(call.body()), Optional.of(session));
        int status = Verbs.run(command, call.words(), failure -> {
            stopped.set(failure);
            return Verbs.FAILED;
        });
        if (status == Verbs.INTERRUPTED) throw new InterruptedException("interrupted");
        if (stopped.get() != null) throw explained(stopped.get(), call.words().contains("--debug"));
    }

    /// One that is asked about its verbs only.
    private ForgeCommand silent() {
        return new ForgeCommand(forge, Screen.notebook(_ -> _ -> {}), written(Optional.empty()));
    }

    private static Written written(Optional<String> body) {
        return new Written(body.filter(text -> !text.isBlank()), () -> {
            throw new SpecException("a notebook has no standard input: write the source under `%%forge candidate`");
        });
    }

    private static RuntimeException explained(Exception failed, boolean debug) {
        if (debug) return new MagicException(trace(failed));
        return Verbs.failure(failed)
                .map(failure -> new MagicException(failure.message()))
                .orElseGet(() -> new MagicException("internal error: " + failed + " (--debug shows where)"));
    }

    private static String trace(Exception failed) {
        var text = new StringWriter();
        failed.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Override
    public List<String> complete(String line, int cursor) {
        var before = line.substring(0, cursor).split("\\s+", -1);
        var typed = before[before.length - 1];
        var root = Verbs.commandLine(silent());
        var offers = new ArrayList<String>();
        if (before.length <= 1) offers.addAll(root.getSubcommands().keySet());
        else if (root.getSubcommands().containsKey(before[0]))
            offers.addAll(words(root.getSubcommands().get(before[0]), before[0]));
        return offers.stream().filter(word -> word.startsWith(typed)).sorted().toList();
    }

    /// The verb's options, and the ops where it takes one.
    private List<String> words(picocli.CommandLine verb, String name) {
        var words = new ArrayList<String>();
        verb.getCommandSpec().options().forEach(option -> words.addAll(List.of(option.names())));
        if (TAKING_AN_OP.contains(name)) words.addAll(forge.get().catalogue().names());
        if (name.equals("set")) Keys.names().forEach(key -> words.add(key + "="));
        if (name.equals("help")) words.addAll(verb.getParent().getSubcommands().keySet());
        return words;
    }
}
