package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Finished;
import io.jforge.jupyter.magic.FileMagic;
import io.jforge.jupyter.magic.FileWords;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// `%load FILE`: runs a file, or earlier cells, as if they stood in the cell.
final class LoadMagic implements JavaMagic, FileMagic {
    private final History history;
    private final Set<String> open = ConcurrentHashMap.newKeySet();

    LoadMagic(History history) {
        this.history = history;
    }

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String help() {
        return """
                %load [-n] FILE|CELLS: runs a .java or .jsh file, the code of a .ipynb, or earlier cells such as 3 or 1-5
                What it declares stays; errors name the file and its lines.""";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.flag("-n", "shows the code and does not run it"));
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) {
        var given = Arguments.of(this, call);
        String what = given.words(1, 1, "a file, or cells such as 1-5").getFirst();
        List<Source> sources = Ranges.isRange(what) ? cells(what) : Source.of(FileWords.path(name(), what));
        if (given.has("-n")) {
            sources.forEach(source -> call.out().println(source.code().stripTrailing()));
            return new Finished(Optional.empty());
        }
        if (!open.add(what)) throw given.refused(what + " loads itself");
        try {
            Ending last = new Finished(Optional.empty());
            for (Source source : sources) {
                last = place.run(source.code(), source.name());
                if (!(last instanceof Finished)) break;
            }
            return last;
        } finally {
            open.remove(what);
        }
    }

    private List<Source> cells(String range) {
        return Ranges.cells(name(), history, range).stream()
                .map(cell -> new Source("cell " + cell.line(), cell.code()))
                .toList();
    }
}
