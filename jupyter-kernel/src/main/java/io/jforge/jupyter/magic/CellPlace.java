package io.jforge.jupyter.magic;

import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.shell.Around;

/// Where a magic stands in its cell: what it runs here is part of that cell, with its output, its name in
/// traces, and the interrupts that reach it.
public interface CellPlace {
    /// Runs code, Java or magics or both, as if it stood in the cell in place of the magic.
    Ending run(String code, Around around);

    /// Runs code that has a name of its own in traces, such as a file's.
    Ending run(String code, String name);

    /// Runs what follows the magic in its cell, which then is not run again.
    Ending rest(Around around);

    /// Runs the code that a call names: its body, or what stands on its line, or all that follows it.
    default Ending run(MagicCall call, String onLine, Around around) {
        if (call.body().isPresent()) return run(call.body().get(), around);
        return onLine.isBlank() ? rest(around) : run(onLine, around);
    }
}
