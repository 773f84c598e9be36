package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.shell.Inspection;
import io.jforge.jupyter.shell.Shell;
import java.util.List;

/// `%inspect NAME`, which may be written `NAME?`: what a name means.
///
/// It is shown among the outputs and not in a client's pager, which many front ends lack.
final class InspectMagic implements Magic {
    private final Shell shell;

    InspectMagic(Shell shell) {
        this.shell = shell;
    }

    @Override
    public String name() {
        return "inspect";
    }

    @Override
    public String help() {
        return """
                %inspect NAME: the signature and the Javadoc of a type, a method or a variable; NAME? and ?NAME tell the same
                A method's name comes with its type or an object: List.of? or numbers.add?""";
    }

    @Override
    public void run(MagicCall call) {
        String name = Arguments.of(this, call).words(1, 1, "one name").getFirst();
        String bare = name.replaceFirst("\\(\\)$", "");
        Inspection found = shell.inspect(bare, bare.length(), true)
                .orElseThrow(() -> Arguments.refused(
                        this, "there is nothing called %s; %%who lists what cells have declared".formatted(bare)));
        call.display().show(MimeBundle.html(found.html(), found.text()));
    }

    @Override
    public List<String> complete(String line, int cursor) {
        var found = shell.complete(line.substring(0, cursor), cursor);
        String before = line.substring(line.lastIndexOf(' ', cursor - 1) + 1, found.start());
        return found.matches().stream().map(match -> before + match).toList();
    }
}
