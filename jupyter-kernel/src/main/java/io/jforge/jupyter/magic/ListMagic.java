package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.MimeBundle;
import java.util.List;

/// `%lsmagic`: every magic in a line.
final class ListMagic implements Magic {
    private final Magics magics;

    ListMagic(Magics magics) {
        this.magics = magics;
    }

    @Override
    public String name() {
        return "lsmagic";
    }

    @Override
    public String help() {
        return "%lsmagic: every magic in a line";
    }

    @Override
    public void run(MagicCall call) {
        Arguments.of(this, call).words(0, 0, "no words");
        call.display().show(overview(magics));
    }

    static MimeBundle overview(Magics magics) {
        var table = new TextTable("magic", "what it does");
        for (Magic magic : magics.all()) {
            String first = magic.help().lines().findFirst().orElse("");
            int colon = first.indexOf(": ");
            table.add(first.substring(0, Math.max(0, colon)), first.substring(colon < 0 ? 0 : colon + 2));
        }
        return table.bundle("", List.of("%help NAME or %NAME? tells more"));
    }
}
