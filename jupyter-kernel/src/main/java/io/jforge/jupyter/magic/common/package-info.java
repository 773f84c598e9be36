/// The magics that any Java notebook has: timing, files, variables, other languages; one class each.
///
/// May import `jupyter.magic`, `jupyter.magic.maven`, `jupyter.history`, `jupyter.display`, `jupyter.shell`
/// and `io.jforge.runtime`.
package io.jforge.jupyter.magic.common;
