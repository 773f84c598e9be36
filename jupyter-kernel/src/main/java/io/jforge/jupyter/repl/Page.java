package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.shell.Output;

/// Where the cells of one session print, show things, and end.
interface Page extends Output, Display {
    /// Shows what a cell came to.
    void value(MimeBundle value);

    /// Shows why a cell failed.
    void failure(Failed failed);

    /// Says something that is no cell's.
    void note(String line);

    /// Brings the page in order after a cell: what comes next begins on a line of its own.
    void endCell();
}
