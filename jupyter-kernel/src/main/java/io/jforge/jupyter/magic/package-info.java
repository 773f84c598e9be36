/// Magics: lines and cells that begin with `%`, as a table of name, help and action.
///
/// May import `jupyter.display` and `jupyter.shell`; single magics also `io.jforge.runtime`.
package io.jforge.jupyter.magic;
