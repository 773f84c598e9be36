package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;

/// `%time CODE`: how long code takes, run once.
final class TimeMagic implements JavaMagic {
    @Override
    public String name() {
        return "time";
    }

    @Override
    public String help() {
        return """
                %time [CODE]: runs code and says how long it took; its value is shown as ever
                Without code it times the rest of its cell; %%time times the whole cell under it.
                Told are the time on the clock, the processor time of the cell's own thread and the memory that
                this thread asked for. The time to compile the code is not in it.""";
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) {
        var meter = new Meter();
        Ending ending = place.run(call, call.line(), meter);
        call.out().println(meter.reading());
        return ending;
    }
}
