package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.shell.Declared;
import io.jforge.jupyter.shell.Shell;
import java.util.stream.Collectors;

/// `%who`: the names that cells have declared.
final class WhoMagic implements Magic {
    private final Shell shell;

    WhoMagic(Shell shell) {
        this.shell = shell;
    }

    @Override
    public String name() {
        return "who";
    }

    @Override
    public String help() {
        return "%who: the variables, methods and types that cells have declared; %whos shows values too";
    }

    @Override
    public void run(MagicCall call) {
        Arguments.of(this, call).words(0, 0, "no words");
        var all = shell.declarations();
        if (all.isEmpty()) call.out().println("nothing is declared yet");
        for (Declared.Kind kind : Declared.Kind.values()) {
            String names = all.stream()
                    .filter(declared -> declared.kind() == kind)
                    .map(Declared::name)
                    .distinct()
                    .collect(Collectors.joining("  "));
            if (!names.isEmpty()) call.out().println("%-10s%s".formatted(title(kind), names));
        }
    }

    private static String title(Declared.Kind kind) {
        return switch (kind) {
            case VARIABLE -> "variables";
            case METHOD -> "methods";
            case TYPE -> "types";
        };
    }
}
