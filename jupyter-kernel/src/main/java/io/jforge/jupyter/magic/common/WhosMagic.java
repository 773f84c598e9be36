package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.shell.Around;
import io.jforge.jupyter.shell.Declared;
import io.jforge.jupyter.shell.Shell;
import java.util.List;
import java.util.stream.Collectors;

/// `%whos`: what cells have declared, with types and values.
final class WhosMagic implements JavaMagic {
    private final Shell shell;

    WhosMagic(Shell shell) {
        this.shell = shell;
    }

    @Override
    public String name() {
        return "whos";
    }

    @Override
    public String help() {
        return "%whos: the variables, methods and types that cells have declared, with types and short values";
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) {
        Arguments.of(this, call).words(0, 0, "no words");
        return place.run(asking(shell.declarations()), Around.NOTHING);
    }

    /// Java that hands the variables' values over, which only a cell can name.
    private static String asking(List<Declared> declared) {
        String words = declared.stream()
                .map(each -> "%s\t%s\t%s"
                        .formatted(each.kind() == Declared.Kind.VARIABLE ? "=" : "", each.name(), each.type()))
                .map(row -> '"'
                        + row.replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", " ")
                                .replace("\t", "\\t")
                        + '"')
                .collect(Collectors.joining(", "));
        String values = declared.stream()
                .filter(each -> each.kind() == Declared.Kind.VARIABLE)
                .map(Declared::name)
                .collect(Collectors.joining(", "));
        return "%s.show(new String[] {%s}, new Object[] {%s});".formatted(Variables.class.getName(), words, values);
    }
}
