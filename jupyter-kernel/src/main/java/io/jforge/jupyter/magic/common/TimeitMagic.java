package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import io.jforge.jupyter.shell.Around;
import java.util.List;

/// `%timeit CODE`: how long code takes once it is warm.
final class TimeitMagic implements JavaMagic {
    @Override
    public String name() {
        return "timeit";
    }

    @Override
    public String help() {
        return """
                %timeit [OPTIONS] CODE: runs code in a loop until its time is steady, then tells the median
                %%timeit [OPTIONS] [SETUP] times the lines under it; SETUP runs before each run and is not timed.
                The value of the code, or the variables it sets, are handed on, so that the JIT compiler cannot leave
                the work out. What depends on constants alone it may still compute once: put inputs in variables.""";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.taking("-n", "N", "loops in a run (else as many as take 50 ms)"),
                Option.taking("-r", "R", "runs (else 15, fewer if they take long)"));
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) {
        var given = Arguments.leading(this, call.line());
        long loops = given.number("-n").orElse(0);
        int runs = given.number("-r").orElse(0);
        String setup = call.body().isPresent() ? given.rest() : "";
        String code = call.body().orElse(given.rest());
        if (code.isBlank()) throw Arguments.refused(this, "needs code to time");
        Ending ending = null;
        for (LoopSource source : LoopSource.of(code, setup, loops, runs)) {
            ending = source.clear(place.run(source.text(), Around.NOTHING));
            if (!(ending instanceof Failed failed && failed.name().equals("CompileError"))) return ending;
        }
        return ending;
    }
}
