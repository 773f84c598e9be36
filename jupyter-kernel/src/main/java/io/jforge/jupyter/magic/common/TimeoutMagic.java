package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Amounts;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.CellPlace;
import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.JavaMagic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.shell.Around;
import io.jforge.jupyter.shell.Shell;
import java.time.Duration;

/// `%timeout 2s CODE`: code that may not run longer.
final class TimeoutMagic implements JavaMagic {
    private final Shell shell;

    TimeoutMagic(Shell shell) {
        this.shell = shell;
    }

    @Override
    public String name() {
        return "timeout";
    }

    @Override
    public String help() {
        return """
                %timeout TIME [CODE]: runs code and cuts it off after a time such as 500ms, 2s or 5m
                Without code it limits the rest of its cell; %%timeout TIME limits the whole cell under it.""";
    }

    @Override
    public Ending run(MagicCall call, CellPlace place) throws InterruptedException {
        String[] parts = call.line().split("\\s+", 2);
        if (parts[0].isEmpty()) throw Arguments.refused(this, "needs a time, such as 2s");
        Duration limit = Amounts.duration(name(), parts[0]);
        String code = parts.length > 1 ? parts[1] : "";
        try (var stretch = shell.open();
                var deadline = new Deadline(limit, stretch::stop)) {
            Ending ending = place.run(call, code, Around.NOTHING);
            return ending instanceof Failed failed
                            && deadline.hasPassed()
                            && failed.name().equals("Interrupted")
                    ? cutOff(limit, failed)
                    : ending;
        }
    }

    private static Failed cutOff(Duration limit, Failed interrupted) {
        String message =
                interrupted.message().replaceFirst("^interrupted", "cut off after " + Amounts.nanos(limit.toNanos()));
        return new Failed("TimedOut", message, "TimedOut: the cell was " + message);
    }
}
