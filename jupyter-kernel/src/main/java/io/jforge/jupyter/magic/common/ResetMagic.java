package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import io.jforge.jupyter.shell.Declared;
import io.jforge.jupyter.shell.Shell;
import io.jforge.runtime.spec.Nearest;
import java.util.List;

/// `%reset`: forgets what cells have declared.
final class ResetMagic implements Magic {
    private final Shell shell;

    ResetMagic(Shell shell) {
        this.shell = shell;
    }

    @Override
    public String name() {
        return "reset";
    }

    @Override
    public String help() {
        return """
                %reset [-f] [NAME]...: forgets all that cells have declared and imported, or some names
                Jars that were added stay, and so do threads that cells have started.""";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.flag("-f", "does not ask before it forgets all"));
    }

    @Override
    public void run(MagicCall call) throws InterruptedException {
        var given = Arguments.of(this, call);
        if (!given.words().isEmpty()) {
            forget(given);
            call.out().println("forgotten: " + String.join(", ", given.words()));
        } else if (given.has("-f") || isSure(given)) {
            shell.forgetAll();
            call.out().println("all that cells have declared is forgotten");
        } else {
            call.out().println("nothing was forgotten");
        }
    }

    private void forget(Arguments given) {
        List<String> known = shell.declarations().stream().map(Declared::name).toList();
        for (String name : given.words()) {
            if (!known.contains(name))
                throw given.refused("no cell has declared '%s'.%s".formatted(name, Nearest.suffix(name, known)));
        }
        given.words().forEach(shell::forget);
    }

    private static boolean isSure(Arguments given) throws InterruptedException {
        String answer = Shell.inputOfThisThread()
                .line("Forget all that cells have declared? [y/N] ", false)
                .orElseThrow(() ->
                        given.refused("forgets everything and nobody can be asked here; -f forgets without asking"));
        return answer.strip().toLowerCase(java.util.Locale.ROOT).startsWith("y");
    }
}
