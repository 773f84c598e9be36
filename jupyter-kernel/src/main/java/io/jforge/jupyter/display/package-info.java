/// Turns values into MIME bundles that a notebook or a terminal can show, and shows them live.
///
/// May import `jupyter.wire` (JSON), `jupyter.shell`, `io.jforge.runtime`, Tablesaw, XChart and AWT.
package io.jforge.jupyter.display;
