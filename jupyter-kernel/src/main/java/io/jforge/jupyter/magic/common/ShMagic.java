package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import io.jforge.jupyter.magic.Option;
import io.jforge.jupyter.shell.Shell;
import java.util.List;
import java.util.Optional;
import javax.lang.model.SourceVersion;

/// `%sh COMMAND` and `%%sh`: commands of the system's shell.
final class ShMagic implements Magic {
    private final Shell shell;
    private final Environment environment;

    ShMagic(Shell shell, Environment environment) {
        this.shell = shell;
        this.environment = environment;
    }

    @Override
    public String name() {
        return "sh";
    }

    @Override
    public String help() {
        return """
                %sh [OPTIONS] COMMAND: runs a command of the system's shell; %%sh runs the lines under it
                Its output appears as it comes; a status other than 0 fails the cell. An interrupt ends the command and all
                that it started.""";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.taking("--out", "NAME", "puts what it prints into a String variable instead"));
    }

    @Override
    public void run(MagicCall call) throws InterruptedException {
        var given = Arguments.leading(this, call.line());
        String script = call.body().orElse(given.rest());
        if (script.isBlank()) throw given.refused("needs a command");
        if (call.body().isPresent() && !given.rest().isEmpty())
            throw given.refused("takes its commands from the lines under it");
        Optional<String> variable = given.value("--out");
        variable.filter(name -> !SourceVersion.isName(name) || name.contains("."))
                .ifPresent(name -> {
                    throw given.refused("'%s' can be no variable's name".formatted(name));
                });
        var kept = new StringBuffer();
        int status = new Command(script, environment.all())
                .run(
                        text -> {
                            if (variable.isPresent()) kept.append(text);
                            else call.out().print(text);
                        },
                        call.err()::print);
        variable.ifPresent(name -> shell.bind(name, "String", kept.toString()));
        if (status != 0) throw new MagicException("%%sh: the command ended with status %d".formatted(status));
    }
}
