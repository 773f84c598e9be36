/// The terminal front end: the same shell and magics as a notebook's, on lines that a person types or a
/// script holds.
///
/// May import `jupyter.shell`, `jupyter.display`, `jupyter.history`, `jupyter.magic`, `runtime.report` and JLine.
package io.jforge.jupyter.repl;
