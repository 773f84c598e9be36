package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.CellRunner.Finished;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import io.jforge.jupyter.shell.Around;
import java.util.Optional;

/// `%page EXPRESSION`: shows a value beside the cell's outputs.
final class PageMagic implements JavaMagic {
    @Override
    public String name() {
        return "page";
    }

    @Override
    public String help() {
        return "%page EXPRESSION: shows a value in the client's pager, or among the outputs where it has none";
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) {
        if (call.line().isBlank()) throw new MagicException("%page needs an expression: %page list.size()");
        return switch (place.run(call.line(), Around.NOTHING)) {
            case Finished finished -> {
                call.display().page(finished.value().orElse(MimeBundle.text("")));
                yield new Finished(Optional.empty());
            }
            case Failed failed -> failed;
        };
    }
}
