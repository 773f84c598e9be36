package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import java.util.List;

/// `%history`: the cells that were run, in this session or in earlier ones.
final class HistoryMagic implements Magic {
    private static final int USUAL = 100;

    private final History history;

    HistoryMagic(History history) {
        this.history = history;
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public String help() {
        return """
                %history [OPTIONS] [CELLS]...: the cells of this session, or those such as 3, 1-5 or ~1/3-5
                ~1 is the session before this one. %load CELLS runs them again.""";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.taking("-n", "N", "the last N cells of all sessions"),
                Option.taking("-g", "TEXT", "those of all sessions that have this text; * stands for any"));
    }

    @Override
    public void run(MagicCall call) {
        var given = Arguments.of(this, call);
        List<History.Entry> cells = cells(given);
        if (cells.isEmpty()) call.out().println("no such cell was run");
        int now = history.session();
        for (var cell : cells) {
            String where = cell.session() == now ? "" + cell.line() : cell.session() + "/" + cell.line();
            call.out().println(where + ": " + cell.code().strip().replace("\n", "\n" + " ".repeat(where.length() + 2)));
        }
    }

    private List<History.Entry> cells(Arguments given) {
        int most = given.number("-n").orElse(USUAL);
        if (given.has("-g")) return history.search("*" + given.value("-g").orElse("") + "*", most, true);
        if (given.has("-n")) return history.tail(most, false);
        return given.words().isEmpty()
                ? history.range(0, 1, Integer.MAX_VALUE)
                : given.words().stream()
                        .flatMap(word -> Ranges.cells(name(), history, word).stream())
                        .toList();
    }
}
